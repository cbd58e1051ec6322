use std::fs;

use crate::support::Installation;

/// The value of an option of the [data] section as "config show" prints it.
fn folder(shown: &str) -> &str {
    let line = shown.lines().find(|line| line.starts_with("folder ="));
    line.unwrap().split_once('=').unwrap().1.trim()
}

#[tokio::test]
async fn defaults_give_way_to_the_file_the_file_to_the_environment_and_that_to_flags() {
    let mut installation = Installation::without_engine();
    let show = ["config", "show"];
    let shown = installation.run(&show).await.expect(0).output;
    assert_eq!(folder(&shown), "\"data\"");
    assert!(shown.contains("listen = \"127.0.0.1:8080\""), "{shown}");

    fs::write(
        installation.root().join("dragoman.toml"),
        "[data]\nfolder = \"of-the-file\"\n[server]\nlisten = \"127.0.0.2:80\"\n",
    )
    .unwrap();
    let shown = installation.run(&show).await.expect(0).output;
    assert_eq!(folder(&shown), "\"of-the-file\"");
    assert!(shown.contains("listen = \"127.0.0.2:80\""), "{shown}");
    assert!(
        shown.contains("max_connections = 1024"),
        "the rest stays: {shown}"
    );

    fs::create_dir(installation.root().join("of-the-environment")).unwrap();
    installation.set("data.folder", "of-the-environment");
    installation.set("server.listen", "127.0.0.3:80");
    let shown = installation.run(&show).await.expect(0).output;
    assert_eq!(folder(&shown), "\"of-the-environment\"");
    assert!(shown.contains("listen = \"127.0.0.3:80\""), "{shown}");

    let with_flag = ["config", "show", "--data-dir", "of-the-flag"];
    let shown = installation.run(&with_flag).await.expect(0).output;
    assert_eq!(folder(&shown), "\"of-the-flag\"");
    // Every server of these tests listens where its flag says.
    let server = installation.start().await;
    assert!(
        server.address.starts_with("127.0.0.1:"),
        "{}",
        server.address
    );
    let data = installation.root().join("of-the-environment");
    assert!(data.join("dragoman.db").is_file());
    assert!(!installation.data().exists());
}

#[tokio::test]
async fn a_file_is_named_by_the_flag_or_else_by_the_environment() {
    let mut installation = Installation::without_engine();
    for name in ["dragoman", "environment", "flag"] {
        fs::write(
            installation.root().join(format!("{name}.toml")),
            format!("[data]\nfolder = \"{name}\"\n"),
        )
        .unwrap();
    }
    installation.set("config", "environment.toml");
    let shown = installation.run(&["config", "show"]).await.expect(0).output;
    assert_eq!(folder(&shown), "\"environment\"");
    let shown = installation
        .run(&["--config", "flag.toml", "config", "show"])
        .await
        .expect(0)
        .output;
    assert_eq!(folder(&shown), "\"flag\"");
    let outcome = installation
        .run(&["--config", "nowhere.toml", "config", "show"])
        .await
        .expect(2);
    assert!(
        outcome.errors.contains("nowhere.toml"),
        "{}",
        outcome.errors
    );
}

#[tokio::test]
async fn what_is_shown_is_a_file_that_gives_the_same() {
    let installation = Installation::without_engine();
    let shown = installation.run(&["config", "show"]).await.expect(0).output;
    fs::write(installation.root().join("shown.toml"), &shown).unwrap();
    let again = installation
        .run(&["config", "show", "--config", "shown.toml"])
        .await
        .expect(0)
        .output;
    assert_eq!(shown, again);
}

#[tokio::test]
async fn a_wrong_option_ends_every_command_with_code_2_and_is_named() {
    let file = |text: &str| {
        let installation = Installation::without_engine();
        fs::write(installation.root().join("dragoman.toml"), text).unwrap();
        installation
    };
    for (text, named) in [
        ("[server]\nlissten = \"127.0.0.1:80\"\n", "lissten"),
        ("[sever]\nlisten = \"127.0.0.1:80\"\n", "sever"),
        (
            "[server]\nmonitoring_listen = \"nowhere\"\n",
            "monitoring_listen",
        ),
        ("[server]\nmax_connections = 0\n", "server.max_connections"),
        ("[web]\nsession_idle_hours = 0\n", "web.session_idle_hours"),
        (
            "[keys]\nauthorization_schemes = []\n",
            "keys.authorization_schemes",
        ),
        (
            "[plans]\naddress_rule = \"listener\"\n",
            "plans.free_listen",
        ),
        ("[documents]\nworkers = 0\n", "documents.workers"),
        ("[documents]\nretention_hours = -1\n", "retention_hours"),
        (
            "[documents.pro.megabytes]\nodg = 10\n",
            "documents.pro.megabytes.odg",
        ),
        (
            "[documents.free]\ncharacters = 0\n",
            "documents.free.characters",
        ),
        (
            "[documents.pro]\nunfetched_characters = 999_999\n",
            "documents.pro.unfetched_characters",
        ),
        (
            "[glossaries]\nstorage_megabytes = 0\n",
            "glossaries.storage_megabytes",
        ),
        ("[log]\nlevel = \"dragoman=loud\"\n", "log.level"),
        ("[log]\nlevel = \"loud\"\n", "log.level"),
        (
            "[server]\ndrain_timeout_seconds = \"long\"\n",
            "the option server.drain_timeout_seconds in dragoman.toml is not valid: it must be a whole number",
        ),
        (
            "[server]\nmonitoring_listen = \"here:80\"\n",
            "the option server.monitoring_listen in dragoman.toml is not valid: it must be an IP address and a port",
        ),
        (
            "[server]\nbehind_proxy = 1\n",
            "it must be true or false, and is 1",
        ),
        (
            "[documents]\nstorage_megabytes = -1\n",
            "it must be a whole number that is not negative, and is -1",
        ),
        (
            "[documents]\nworkers = \"many\"\n",
            "documents.workers in dragoman.toml is not valid: it must be a whole number that is not negative, and is \"many\"",
        ),
        (
            "[compat]\ndialects = [\"libretranslate\", \"babel\"]\n",
            "\"babel\" is not one of libretranslate, deeplx, apertium, immersive, kiss",
        ),
        ("[compat]\nkeyless = \"mine\"\n", "compat.keyless"),
        (
            "[compat.listen]\nbabel = \"127.0.0.1:5000\"\n",
            "\"babel\" is not one of libretranslate",
        ),
        (
            "[compat.listen]\nkiss = \"here\"\n",
            "it must be an IP address and a port",
        ),
        (
            "[compat.listen]\nkiss = \"127.0.0.1:1\"\napertium = \"127.0.0.1:1\"\n",
            "only libretranslate and deeplx can be at the same address",
        ),
        (
            "[server]\nallowed_origins = [\"example.com\"]\n",
            "\"example.com\" is no origin",
        ),
        ("[log\n", "dragoman.toml"),
    ] {
        let installation = file(text);
        for command in [&["serve", "--listen", "127.0.0.1:0"][..], &["languages"]] {
            let outcome = installation.run(command).await.expect(2);
            assert!(outcome.errors.contains(named), "{text}: {}", outcome.errors);
            assert_eq!(outcome.output, "");
        }
    }
    let installation = Installation::without_engine().option("server.lissten", "x");
    let outcome = installation.run(&["languages"]).await.expect(2);
    assert!(outcome.errors.contains("lissten"), "{}", outcome.errors);
}

#[tokio::test]
async fn a_file_that_an_option_names_and_nobody_can_read_ends_the_server_with_code_2() {
    let of_mail = [
        ("mail.host", "mail.example.com"),
        ("mail.from", "a@example.com"),
    ];
    let of_model = [
        ("engines.language_model.base_url", "http://127.0.0.1:1/v1"),
        ("engines.language_model.model", "model"),
    ];
    for (options, file) in [
        (&of_mail[..], "mail.ca_file"),
        (&of_model, "engines.language_model.key_file"),
        (&[("server.tls.key", "key.pem")], "server.tls.certificate"),
        (&[], "data.secrets_folder"),
    ] {
        let mut installation = Installation::without_engine().option(file, "/nowhere/file");
        for (name, value) in options {
            installation.set(name, value);
        }
        let serve = ["serve", "--listen", "127.0.0.1:0"];
        let outcome = installation.run(&serve).await.expect(2);
        assert!(
            outcome.errors.contains("/nowhere/file"),
            "{file}: {outcome:?}"
        );
        let (section, _) = file.split_once('.').unwrap();
        assert!(outcome.errors.contains(section), "{file}: {outcome:?}");
    }
}

#[tokio::test]
async fn secrets_are_made_in_the_folder_for_them_which_must_be_there() {
    let mut installation = Installation::without_engine();
    installation.set("data.secrets_folder", "secrets");
    let create = ["keys", "create"];
    let outcome = installation.run(&create).await.expect(2);
    assert!(
        outcome.errors.contains("data.secrets_folder"),
        "{}",
        outcome.errors
    );

    let secrets = installation.root().join("secrets");
    fs::create_dir(&secrets).unwrap();
    installation.run(&create).await.expect(0);
    assert!(secrets.join("hashing.key").is_file());
    assert!(!installation.data().join("hashing.key").exists());
}
