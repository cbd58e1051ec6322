//! The pages for glossaries, translation memories and style rules, as a browser without scripts uses them.

use crate::support::{Browser, Installation, Seen, Server, after, eventually};

impl Browser {
    async fn make_glossary(&self, name: &str, entries: &str) -> Seen {
        let fields = [
            ("name", name),
            ("from", "en"),
            ("to", "de"),
            ("entries", entries),
        ];
        self.send_file("/ui/glossaries", &fields, "", b"").await
    }
}

async fn started() -> (Installation, Server, Browser) {
    let installation = Installation::without_engine();
    let server = installation.start().await;
    let key = installation.create_key(&[]).await.secret;
    let browser = Browser::sign_in(&server, &key).await;
    (installation, server, browser)
}

#[tokio::test]
async fn a_glossary_is_made_edited_searched_and_downloaded() {
    let (_installation, _server, browser) = started().await;
    browser
        .get("/ui/glossaries")
        .await
        .has("There are no glossaries yet.");
    let made = browser
        .make_glossary("<script>a</script>", "fox,Fuchs\nhen,Huhn")
        .await
        .expect(303);
    let path = made.location;
    let list = browser.get("/ui/glossaries").await;
    list.has("&lt;script&gt;a&lt;/script&gt;")
        .lacks("<script>a")
        .has("English → German");
    browser
        .get(&path)
        .await
        .has("value=\"Fuchs\"")
        .has("value=\"Huhn\"");

    let entries = format!("{path}/entries");
    let change = async |old: &str, new: &str| {
        let fields = [
            ("pair", "en-de"),
            ("old-source", "hen"),
            ("old-target", old),
            ("source", "hen"),
            ("target", new),
            ("do", "change"),
        ];
        browser.post(&entries, &fields).await
    };
    change("Huhn", "Henne").await.expect(303);
    // Somebody else began from what was there before.
    let conflict = change("Huhn", "Glucke").await.expect(409);
    conflict
        .has("Somebody has changed “hen” meanwhile: it is “Henne” now. Your “Glucke” was not kept")
        .has("value=\"Henne\"");
    let add = [
        ("pair", "en-de"),
        ("source", "fox"),
        ("target", "Füchsin"),
        ("do", "add"),
    ];
    let exists = browser.post(&entries, &add).await.expect(409);
    exists
        .has("“fox” is here already, as “Fuchs”.")
        .has("value=\"Füchsin\"");
    let empty = change("Henne", " ").await.expect(400);
    empty.has("the term or its translation is empty");

    browser
        .get(&format!("{path}?search=HENN"))
        .await
        .has("value=\"Henne\"")
        .lacks("Fuchs");
    let part = browser.part(&format!("{path}?search=fuch")).await;
    part.has("value=\"Fuchs\"").lacks("Henne").lacks("<html");
    let csv = browser
        .get(&format!("{path}/download?pair=en-de&format=csv"))
        .await;
    assert_eq!(csv.page, "fox,Fuchs\r\nhen,Henne\r\n");
    let tsv = browser
        .get(&format!("{path}/download?pair=en-de&format=tsv"))
        .await;
    assert_eq!(tsv.page, "fox\tFuchs\nhen\tHenne\n");

    let renamed = browser
        .post(&format!("{path}/rename"), &[("name", "animals")])
        .await;
    assert_eq!(renamed.expect(303).location, path);
    let taken = browser.make_glossary("animals", "a\tb").await.expect(409);
    taken
        .has("There is one with the name “animals” already.")
        .has("a\tb");
    browser
        .post(&format!("{path}/delete"), &[])
        .await
        .expect(303);
    browser
        .get(&path)
        .await
        .expect(404)
        .has("There is no such glossary.");
}

#[tokio::test]
async fn entries_come_from_files_and_what_is_wrong_with_them_is_told_with_the_line() {
    let (_installation, _server, browser) = started().await;
    let path = browser
        .make_glossary("a", "fox\tFuchs")
        .await
        .expect(303)
        .location;
    let import = format!("{path}/import");
    let send = async |how: &str, name: &str, content: &[u8]| {
        let fields = [("from", "en"), ("to", "de"), ("how", how)];
        browser.send_file(&import, &fields, name, content).await
    };
    send("merge", "more.csv", b"fox,\"Reineke, F.\"\nhen,Huhn\n")
        .await
        .expect(303);
    browser
        .get(&path)
        .await
        .has("value=\"Reineke, F.\"")
        .has("value=\"Huhn\"");
    send("replace", "other.tsv", b"cow\tKuh\n")
        .await
        .expect(303);
    browser.get(&path).await.has("value=\"Kuh\"").lacks("Huhn");

    for (name, content, words) in [
        (
            "a.tsv",
            &b"a\tb\n\nc\td\na\te\n"[..],
            "The term in line 4 stands in line 1 already.",
        ),
        ("a.tsv", b"a\tb\nc\n", "Line 2 has no translation."),
        (
            "a.csv",
            b"a,b\n\"c,d\n",
            "The quotation mark in line 2 has no end.",
        ),
        ("a.tsv", b"\n\n", "There are no entries."),
        ("a.tsv", b"a\t\xe9\n", "The entries are not text in UTF-8."),
        (
            "a.csv",
            b"a,b,fr,de\n",
            "All lines are for other languages.",
        ),
    ] {
        send("merge", name, content).await.expect(400).has(words);
    }
    let large = vec![b'x'; 10 * 1024 * 1024 + 1];
    send("merge", "large.tsv", &large)
        .await
        .expect(413)
        .has("10 MiB are the most");
    let same = browser
        .send_file(&import, &[("from", "en"), ("to", "en")], "a.tsv", b"a\tb")
        .await;
    same.expect(400).has("Choose two different languages.");
    browser
        .get(&path)
        .await
        .has("value=\"Kuh\"")
        .has("1 to 1 of 1");
}

#[tokio::test]
async fn ten_thousand_entries_are_shown_in_pages() {
    let (_installation, _server, browser) = started().await;
    let entries: Vec<String> = (1..=10_000)
        .map(|number| format!("t{number}\tz{number}"))
        .collect();
    let made = browser
        .make_glossary("large", &entries.join("\n"))
        .await
        .expect(303);
    let path = made.location;
    let first = browser
        .get(&path)
        .await
        .has("1 to 100 of 10,000")
        .has("page=2");
    first.has("value=\"z100\"").lacks("value=\"z101\"");
    browser
        .get(&format!("{path}?page=100"))
        .await
        .has("9,901 to 10,000 of 10,000");
    browser
        .get(&format!("{path}?page=999"))
        .await
        .has("9,901 to 10,000 of 10,000");
    browser
        .get(&format!("{path}?search=z999"))
        .await
        .has("1 to 11 of 11");
}

const TMX: &str = r#"<tmx version="1.4"><header srclang="en" datatype="plaintext"/><body>
<tu><tuv xml:lang="en"><seg>Good morning</seg></tuv><tuv xml:lang="es"><seg>Buenos días</seg></tuv></tu>
<tu><tuv xml:lang="en"><seg>Good night</seg></tuv><tuv xml:lang="es"><seg>Buenas noches</seg></tuv></tu>
<tu><tuv xml:lang="en"><seg>Not translated</seg></tuv></tu>
</body></tmx>"#;

#[tokio::test]
async fn a_memory_is_imported_searched_exported_and_deleted() {
    let (_installation, _server, browser) = started().await;
    let sent = browser
        .send_file("/ui/memories", &[], "greetings.tmx", TMX.as_bytes())
        .await;
    let job = sent.expect(303).location;
    let page = eventually("the memory is imported", async || {
        let seen = browser.get(&job).await;
        seen.page
            .contains("1 unit of the file was left out")
            .then_some(seen.page)
    })
    .await;
    let path = format!("/ui/memories/{}", after(&page, "href=\"/ui/memories/"));
    browser
        .get("/ui/memories")
        .await
        .has("greetings")
        .has("English → Spanish");
    browser
        .get(&path)
        .await
        .has("Buenos días")
        .has("Buenas noches")
        .has("2 segments");
    let part = browser.part(&format!("{path}?search=NIGHT")).await;
    part.has("Buenas noches")
        .lacks("Buenos días")
        .lacks("<html");

    let job = browser
        .post(&format!("{path}/export"), &[])
        .await
        .expect(303)
        .location;
    let page = eventually("the memory is exported", async || {
        let seen = browser.get(&job).await;
        seen.page
            .contains("Download the TMX file")
            .then_some(seen.page)
    })
    .await;
    let file = after(&page, "class=\"button primary\" href=\"");
    browser
        .get(file)
        .await
        .expect(200)
        .has("<seg>Buenas noches</seg>");

    let again = browser
        .send_file("/ui/memories", &[], "greetings.tmx", TMX.as_bytes())
        .await;
    again
        .expect(409)
        .has("There is one with the name “greetings” already.");
    let none = browser.send_file("/ui/memories", &[], "", b"").await;
    none.expect(400).has("Choose a TMX file.");
    let sent = browser
        .send_file("/ui/memories", &[], "bad.tmx", b"no TMX")
        .await;
    let job = sent.expect(303).location;
    eventually("the import has failed", async || {
        let seen = browser.get(&job).await;
        seen.page
            .contains("The TMX file cannot be read")
            .then_some(())
    })
    .await;
    browser
        .post(&format!("{path}/delete"), &[])
        .await
        .expect(303);
    browser.get(&path).await.expect(404);
}

#[tokio::test]
async fn style_rules_are_chosen_with_examples_and_instructions_kept() {
    let (_installation, _server, browser) = started().await;
    let made = [("name", "house style"), ("language", "en")];
    let path = browser
        .post("/ui/style-rules", &made)
        .await
        .expect(303)
        .location;
    let page = browser.get(&path).await.expect(200);
    let page = page
        .has("Which sign is the apostrophe.")
        .has("Use curly apostrophes")
        .has("Needs a language model.")
        .has("<samp dir=\"auto\">The class of ’98 didn’t know.</samp> → <samp dir=\"auto\">The class of '98 didn't know.</samp>");
    let version = after(&page.page, "name=\"version\" value=\"").to_owned();
    let rules = format!("{path}/rules");
    let chosen = [
        ("version", &*version),
        ("punctuation.apostrophe", "use_straight_apostrophes"),
    ];
    browser.post(&rules, &chosen).await.expect(303);
    let page = browser
        .get(&path)
        .await
        .has("value=\"use_straight_apostrophes\" checked")
        .page;
    // Somebody else began from what was there before.
    let late = browser
        .post(&rules, &[("version", &version)])
        .await
        .expect(409);
    late.has("Somebody has changed these style rules meanwhile.")
        .has("value=\"use_straight_apostrophes\" checked");

    let version = after(&page, "name=\"version\" value=\"").to_owned();
    let instructions = format!("{path}/instructions");
    let add = |prompt| {
        [
            ("version", &*version),
            ("do", "add"),
            ("label", "short"),
            ("prompt", prompt),
        ]
    };
    let empty = browser.post(&instructions, &add(" ")).await.expect(400);
    empty
        .has("An instruction has 1 to 300 characters.")
        .has("value=\"short\"");
    browser
        .post(&instructions, &add("Be <b>brief</b>."))
        .await
        .expect(303);
    let page = browser
        .get(&path)
        .await
        .has("Be &lt;b&gt;brief&lt;/b&gt;.")
        .page;
    let version = after(&page, "name=\"version\" value=\"");
    let id = after(&page, "name=\"instruction\" value=\"");
    let remove = [("version", version), ("do", "remove"), ("instruction", id)];
    browser.post(&instructions, &remove).await.expect(303);
    browser.get(&path).await.lacks("brief");
    browser
        .post("/ui/style-rules", &made)
        .await
        .expect(409)
        .has("house style");
    browser
        .post(&format!("{path}/delete"), &[])
        .await
        .expect(303);
    browser.get(&path).await.expect(404);
}

#[tokio::test]
async fn who_may_only_translate_looks_and_changes_nothing() {
    let (installation, server, browser) = started().await;
    let path = browser
        .make_glossary("animals", "fox\tFuchs")
        .await
        .expect(303)
        .location;
    let scopes = ["--scope", "translate:text", "--scope", "glossaries:read"];
    let key = installation.create_key(&scopes).await.secret;
    let reader = Browser::sign_in(&server, &key).await;
    reader
        .get(&path)
        .await
        .has("Fuchs")
        .lacks("value=\"Fuchs\"")
        .lacks("/import");
    reader
        .post(&format!("{path}/delete"), &[])
        .await
        .expect(403);
    browser.get(&path).await.expect(200);
    let mut foreign = Browser::sign_in(&server, &key).await;
    foreign.token = "0".repeat(64);
    let sent = foreign.make_glossary("x", "a\tb").await.expect(403);
    sent.has("This form is too old or comes from another site.");
}
