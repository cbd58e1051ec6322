//! An installation with something of everything, and what its clients and operators see of it.

use std::fs;

use serde_json::{Value, json};

use super::shared_place::Place;
use crate::support::{Api, Gate, Installation, Key, Server, eventually};

const TMX: &str = r#"<tmx version="1.4"><header srclang="en" datatype="plaintext"/><body>
<tu><tuv xml:lang="en"><seg>Good morning</seg></tuv><tuv xml:lang="es"><seg>Buenos días</seg></tuv></tu>
</body></tmx>"#;

const MEMORIES: &str = "/v3/translation_memories";

pub(super) struct Filled {
    installation: Installation,
    key: Key,
    /// Documents that are translated.
    documents: Vec<Value>,
    /// One on which somebody was at work.
    unfinished: Option<Value>,
    glossary: Value,
    export: Value,
    /// What was seen before anything was moved.
    pub(super) before: Vec<Value>,
    _gate: Option<Gate>,
}

impl Filled {
    /// With documents, of which one was being translated when the server died.
    pub(super) async fn gated(place: &Place) -> Self {
        let (installation, gate) = Installation::gated();
        let opened = gate.open();
        let installation = place.reached_from(installation);
        let (mut filled, server) = Self::begin(installation).await;
        let key = filled.key.secret.clone();
        server
            .translate(&key, &["The house is green."])
            .await
            .expect(200);
        server
            .translate_under_tag(&key, "The house is red.", "team-a")
            .await
            .expect(200);
        for number in 0..2 {
            let handle = send(&server, &key, &format!("The house is number {number}.")).await;
            until(&server, &key, &handle, "done").await;
            filled.documents.push(handle);
        }
        // What began to pass the gate does so for good, but not another server's.
        server.stop().await;
        drop(opened);
        let mut server = filled.installation.start().await;
        let handle = send(&server, &key, "The horse is old.").await;
        until(&server, &key, &handle, "translating").await;
        filled.unfinished = Some(handle);
        filled.before = filled.seen(&filled.installation, &server).await;
        server.kill().await;
        // What waits at the gate ends.
        drop(gate.open());
        filled._gate = Some(gate);
        filled
    }

    pub(super) async fn without_engine(place: &Place) -> Self {
        let installation = place.reached_from(Installation::without_engine());
        let (mut filled, server) = Self::begin(installation).await;
        filled.before = filled.seen(&filled.installation, &server).await;
        server.stop().await;
        filled
    }

    /// Two accounts, of which one has a glossary, a style rule list, a memory and an export of that.
    async fn begin(installation: Installation) -> (Self, Server) {
        fs::write(installation.root().join("morning.tmx"), TMX).unwrap();
        let key = installation
            .create_key(&[
                "--account",
                "acme",
                "--label",
                "Shop ü",
                "--character-limit",
                "5000",
            ])
            .await;
        installation.create_key(&["--account", "idle"]).await;
        let server = installation.start().await;
        let import = ["memory", "import", "morning.tmx", "--account", "acme"];
        installation.run(&import).await.expect(0);
        let glossary = json!({
            "name": "terms", "source_lang": "en", "target_lang": "es",
            "entries": "house\tcasona\nhorse\tcaballo", "entries_format": "tsv"
        });
        let glossary = server.post("/v2/glossaries", &key.secret, &glossary).await;
        let glossary = glossary.expect(201).body["glossary_id"].clone();
        let list = json!({
            "name": "style", "language": "en",
            "custom_instructions": [{ "label": "short", "prompt": "Be brief." }]
        });
        server
            .post("/v3/style_rules", &key.secret, &list)
            .await
            .expect(201);
        let export = export(&server, &key.secret).await;
        let filled = Self {
            installation,
            key,
            documents: Vec::new(),
            unfinished: None,
            glossary,
            export,
            before: Vec::new(),
            _gate: None,
        };
        (filled, server)
    }

    pub(super) const fn installation(&self) -> &Installation {
        &self.installation
    }

    /// Fails unless clients and operators see what they saw before.
    pub(super) async fn expect(&self, before: &[Value], installation: &Installation, api: &Api) {
        let now = self.seen(installation, api).await;
        assert_eq!(now.len(), before.len());
        for (now, before) in now.iter().zip(before) {
            assert_eq!(now, before);
        }
    }

    /// What clients and operators see of it, wherever it is.
    pub(super) async fn seen(&self, installation: &Installation, api: &Api) -> Vec<Value> {
        let mut seen = Vec::new();
        let glossary = self.glossary.as_str().unwrap();
        for path in [
            "/v2/usage",
            "/v2/glossaries",
            &format!("/v3/glossaries/{glossary}/entries?source_lang=en&target_lang=es"),
            "/v3/style_rules?detailed=true",
            MEMORIES,
        ] {
            let answer = api.get(path, &self.key.secret).await.expect(200);
            seen.push(answer.body);
        }
        for command in [
            "keys list --json",
            "account list --json",
            "account log --json",
            "usage --json --account acme --by key",
            "usage --json --account acme --by tag",
            "memory list --json",
        ] {
            let arguments: Vec<&str> = command.split(' ').collect();
            seen.push(installation.run(&arguments).await.expect(0).json());
        }
        let exported = installation.run(&["memory", "export", "morning"]).await;
        // Behind the head, which says when it was exported.
        let exported = exported.expect(0).output;
        seen.push(exported.split_once("<body>").unwrap().1.into());
        seen.push(file(api, &self.key.secret, &self.export).await);
        seen
    }

    pub(super) async fn fetch_first(&self, api: &Api) {
        self.fetch(api, &self.documents[0], "casa").await;
    }

    pub(super) async fn fetch_second(&self, api: &Api) {
        self.fetch(api, &self.documents[1], "casa").await;
    }

    pub(super) async fn fetch_unfinished(&self, api: &Api) {
        let handle = self.unfinished.as_ref().unwrap();
        until(api, &self.key.secret, handle, "done").await;
        self.fetch(api, handle, "caballo").await;
    }

    async fn fetch(&self, api: &Api, handle: &Value, word: &str) {
        let result = api.try_document_result(&self.key.secret, handle).await;
        let text = result.unwrap().expect(200).body;
        assert!(text.as_str().unwrap().contains(word), "{text}");
    }
}

async fn send(api: &Api, key: &str, text: &str) -> Value {
    let sent = api.try_send_document(key, "house.txt", text).await;
    sent.unwrap().expect(200).body
}

async fn until(api: &Api, key: &str, handle: &Value, status: &str) {
    eventually(&format!("the document is {status}"), async || {
        let found = api.try_document_status(key, handle).await.unwrap();
        (found.body["status"] == status).then_some(())
    })
    .await;
}

/// Exports the memory; the id of the job.
async fn export(api: &Api, key: &str) -> Value {
    let memories = api.get(MEMORIES, key).await.expect(200).body;
    let id = memories["translation_memories"][0]["translation_memory_id"].clone();
    let path = format!("{MEMORIES}/{}/export", id.as_str().unwrap());
    let begun = api.post(&path, key, &json!({})).await.expect(202);
    let job = begun.body["job_id"].clone();
    let path = format!("{MEMORIES}/jobs/{}", job.as_str().unwrap());
    eventually("the memory is exported", async || {
        let job = api.get(&path, key).await.expect(200).body;
        let status = &job["results"][0]["status"];
        ["completed", "downloaded"]
            .iter()
            .any(|done| status == done)
            .then_some(())
    })
    .await;
    job
}

/// The file of an export.
async fn file(api: &Api, key: &str, job: &Value) -> Value {
    let path = format!("{MEMORIES}/jobs/{}", job.as_str().unwrap());
    let job = api.get(&path, key).await.expect(200).body;
    let address = job["results"][0]["download_url"].as_str();
    let address = address.unwrap_or_else(|| panic!("{job}"));
    let (_, path) = address
        .split_once("://")
        .unwrap()
        .1
        .split_once('/')
        .unwrap();
    api.get_without_key(&format!("/{path}"))
        .await
        .expect(200)
        .body
}
