//! The program, as scripts start it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};

fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_s3-server"));
    command.env_remove("AWS_ACCESS_KEY_ID");
    command.env_remove("AWS_SECRET_ACCESS_KEY");
    command
}

#[test]
fn it_serves_a_folder_and_lets_nobody_in_without_a_signature() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = command()
        .arg(folder.path())
        .args(["files", "others", "--listen", "127.0.0.1:0"])
        .env("AWS_ACCESS_KEY_ID", "somebody")
        .env("AWS_SECRET_ACCESS_KEY", "secret")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut endpoint = String::new();
    let output = server.stdout.take().unwrap();
    BufReader::new(output).read_line(&mut endpoint).unwrap();
    assert!(folder.path().join("files").is_dir());
    assert!(folder.path().join("others").is_dir());

    let address = endpoint.trim().strip_prefix("http://").unwrap();
    let mut stream = TcpStream::connect(address).unwrap();
    let request = "GET /files HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 403 "), "{answer}");
    server.kill().unwrap();
    server.wait().unwrap();
}

#[test]
fn it_says_what_it_needs() {
    for (arguments, expected) in [
        (&[][..], "usage:"),
        (&["folder"], "usage:"),
        (&["folder", "bucket", "--listen"], "usage:"),
        (&["folder", "bucket", "--unknown"], "usage:"),
        (&["folder", "bucket"], "AWS_ACCESS_KEY_ID is not set"),
    ] {
        let output = command().args(arguments).output().unwrap();
        assert!(!output.status.success());
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(expected), "{said}");
    }
}
