use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::process::Stdio;

use rustix::process::geteuid;
use serde_json::Value;
use tokio::process::Command;

use crate::support::Installation;

#[tokio::test]
async fn the_printed_example_translates_as_it_is() {
    let installation = Installation::new();
    let mut server = installation.start().await;
    let example = server.first_keys().await.example;
    // Makes curl print the status after the answer; the command itself stays as it is.
    fs::write(
        installation.root().join(".curlrc"),
        "silent\nshow-error\nwrite-out = \"\\n%{http_code}\"\n",
    )
    .unwrap();
    let output = Command::new("sh")
        .args(["-c", &example])
        .env("CURL_HOME", installation.root())
        .env("no_proxy", "*")
        .output()
        .await
        .unwrap();
    assert!(
        output.status.success(),
        "this test needs curl: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    let output = String::from_utf8(output.stdout).unwrap();
    let (answer, status) = output.rsplit_once('\n').unwrap();
    assert_eq!(status, "200", "{answer}");
    let answer: Value = serde_json::from_str(answer).unwrap();
    let translation = answer["translations"][0]["text"].as_str().unwrap();
    assert_eq!(translation, "La casa es verde y el jardín es grande.");
}

#[tokio::test]
async fn a_second_start_with_the_same_folder_prints_no_keys_and_the_old_key_works() {
    let installation = Installation::new();
    let mut server = installation.start().await;
    let keys = server.first_keys().await;
    let file = installation.data().join("first-keys.txt");
    let mode = fs::metadata(&file).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode, 0o600);
    assert!(server.log().contains("first-keys.txt"), "{}", server.log());
    assert!(!server.log().contains(&keys.api));
    assert_eq!(server.stop().await, "", "the file is the last it names");

    let server = installation.start().await;
    server
        .translate(&keys.api, &["The house is big."])
        .await
        .expect(200);
    assert_eq!(server.stop().await, "");
}

#[tokio::test]
async fn keys_made_before_the_first_start_are_the_only_ones() {
    let installation = Installation::without_engine();
    let key = installation.create_key(&[]).await;
    let server = installation.start().await;
    server.get("/v2/usage", &key.secret).await.expect(200);
    assert_eq!(server.stop().await, "");
}

#[tokio::test]
async fn a_data_folder_has_only_one_server_at_a_time() {
    let installation = Installation::without_engine();
    let mut server = installation.start().await;
    let keys = server.first_keys().await;
    let second = installation
        .run(&["serve", "--listen", "127.0.0.1:0"])
        .await
        .expect(1);
    assert_eq!(second.output, "");
    assert!(
        second
            .errors
            .contains("another server uses the data folder")
            && second.errors.contains("--data-dir"),
        "{}",
        second.errors
    );
    server.get("/v2/usage", &keys.api).await.expect(200);
}

#[tokio::test]
async fn an_address_that_is_taken_is_named() {
    let installation = Installation::without_engine();
    let server = installation.start().await;
    let outcome = installation
        .run(&[
            "serve",
            "--listen",
            &server.address,
            "--data-dir",
            "other",
            "--init",
        ])
        .await
        .expect(1);
    assert_eq!(outcome.output, "");
    for part in [
        &server.address,
        "another program",
        "server.listen or --listen",
    ] {
        assert!(outcome.errors.contains(part), "{}", outcome.errors);
    }
    let monitoring = ["--monitoring-listen", &server.monitoring];
    let mut arguments = vec!["serve", "--listen", "localhost:0", "--data-dir", "other"];
    arguments.extend(monitoring);
    let outcome = installation.run(&arguments).await.expect(1);
    assert!(
        outcome.errors.contains("server.monitoring_listen"),
        "{}",
        outcome.errors
    );
}

#[tokio::test]
async fn health_and_metrics_need_no_key() {
    let installation = Installation::new();
    let server = installation.start().await;
    assert_eq!(
        server.health("live").await.expect(200).body["status"],
        "live"
    );
    let ready = server.health("ready").await.expect(200);
    assert_eq!(ready.body["status"], "ready");
    assert!(ready.body["language_pairs"].as_u64() > Some(0), "{ready}");
    assert!(
        server
            .metrics()
            .await
            .contains("process_resident_memory_bytes")
    );
}

#[tokio::test]
async fn the_interface_is_not_opened_to_others_in_clear_unless_a_proxy_is_in_front() {
    let installation = Installation::without_engine();
    let refused = installation
        .run(&["serve", "--listen", "0.0.0.0:0"])
        .await
        .expect(2);
    assert_eq!(refused.output, "");
    for way in [
        "server.listen",
        "server.tls.certificate",
        "server.trusted_proxies",
        "--behind-proxy",
    ] {
        assert!(refused.errors.contains(way), "{}", refused.errors);
    }
    for (option, value, named) in [
        ("server.tls.certificate", "\"c.pem\"", "server.tls.key"),
        (
            "server.trusted_proxies",
            "[\"proxy\"]",
            "\"proxy\" is neither an address",
        ),
        ("server.max_connections_per_address", "0", "at least 1"),
    ] {
        let installation = Installation::without_engine().option(option, value);
        let refused = installation
            .run(&["serve", "--listen", "127.0.0.1:0"])
            .await;
        let refused = refused.expect(2);
        assert!(refused.errors.contains(named), "{}", refused.errors);
    }
}

#[tokio::test]
async fn a_folder_that_may_have_been_named_by_mistake_is_not_made_a_data_folder() {
    let installation = Installation::without_engine();
    for command in [
        &["serve", "--listen", "127.0.0.1:0"][..],
        &["keys", "list"],
        &["memory", "list"],
        &["backup", "copy"],
        &["models", "list"],
        &["models", "verify"],
    ] {
        let mut arguments = command.to_vec();
        arguments.extend(["--data-dir", "mistyped"]);
        let refused = installation.run(&arguments).await.expect(1);
        assert_eq!(refused.output, "");
        for part in ["mistyped", "--data-dir", "--init"] {
            assert!(refused.errors.contains(part), "{}", refused.errors);
        }
    }
    assert!(!installation.root().join("mistyped").exists());
    fs::write(installation.root().join("file"), "").unwrap();
    let refused = installation
        .run(&["keys", "list", "--data-dir", "file"])
        .await
        .expect(1);
    assert!(
        refused.errors.contains("file is a file"),
        "{}",
        refused.errors
    );
}

/// Whom the administrator gives a folder in this test: the user "nobody" of most systems.
const SOMEBODY: u32 = 65_534;

#[tokio::test]
async fn what_an_administrator_makes_belongs_to_the_owner_of_the_data_folder() {
    if !geteuid().is_root() {
        // Nobody else can give files away.
        return;
    }
    let installation = Installation::without_engine();
    fs::create_dir(installation.data()).unwrap();
    chown(installation.data(), Some(SOMEBODY), Some(SOMEBODY)).unwrap();
    installation.create_key(&[]).await;
    let model = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/nmt/ende");
    let import = ["models", "import", model, "--from", "en", "--to", "de"];
    installation.run(&import).await.expect(0);
    installation.run(&["backup", "copy"]).await.expect(0);
    installation.start().await.stop().await;
    let mut folders = vec![installation.data()];
    let mut count = 0;
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            let owner = entry.metadata().unwrap().uid();
            assert_eq!(owner, SOMEBODY, "{}", entry.path().display());
            count += 1;
            if entry.path().is_dir() {
                folders.push(entry.path());
            }
        }
    }
    assert!(count > 8, "keys, models, locks and databases: {count}");
}

#[tokio::test]
async fn a_socket_that_a_service_manager_passes_on_is_used() {
    let installation = Installation::without_engine();
    let socket = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = socket.local_addr().unwrap();
    let key = installation.create_key(&[]).await.secret;
    let serve = installation.command(&["serve", "--listen", "127.0.0.1:1"]);
    let mut command = Command::new("sh");
    // The third descriptor is the first that is passed on.
    command
        .args([
            "-c",
            "exec 3<&0 0</dev/null; LISTEN_PID=$$ LISTEN_FDS=1 exec \"$@\"",
            "sh",
        ])
        .arg(serve.as_std().get_program())
        .args(serve.as_std().get_args())
        .current_dir(installation.root());
    for (name, value) in serve.as_std().get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    let mut process = command
        .stdin(Stdio::from(std::os::fd::OwnedFd::from(socket)))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    // The socket takes connections before the server does.
    let answer = reqwest::Client::builder()
        .no_proxy()
        .build()
        .unwrap()
        .get(format!("http://{address}/v2/usage"))
        .header("authorization", format!("Service-Auth-Key {key}"))
        .send()
        .await
        .unwrap();
    assert_eq!(answer.status(), 200);
    process.kill().await.unwrap();
}
