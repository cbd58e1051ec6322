//! An S3 server over a folder, for scripts and measurements:
//! `s3-server FOLDER BUCKET... [--listen ADDRESS:PORT]`.
//!
//! The access key and its secret come from `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`. It makes the buckets that
//! are not there, prints its endpoint on a line, and serves until it is ended.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program for scripts"
)]

use std::path::PathBuf;
use std::process::ExitCode;

use dragoman_s3_testing::{S3Options, S3Server};

const USAGE: &str = "usage: s3-server FOLDER BUCKET... [--listen ADDRESS:PORT]";

struct Arguments {
    folder: PathBuf,
    buckets: Vec<String>,
    listen: Option<String>,
}

fn arguments(mut given: impl Iterator<Item = String>) -> Option<Arguments> {
    let mut names = Vec::new();
    let mut listen = None;
    while let Some(argument) = given.next() {
        if argument == "--listen" {
            listen = Some(given.next()?);
        } else if argument.starts_with('-') {
            return None;
        } else {
            names.push(argument);
        }
    }
    let buckets = names.split_off(1.min(names.len()));
    let folder = names.pop().map(PathBuf::from)?;
    (!buckets.is_empty()).then_some(Arguments {
        folder,
        buckets,
        listen,
    })
}

fn serve(arguments: Arguments) -> Result<(), String> {
    let variable = |name: &str| std::env::var(name).map_err(|_| format!("{name} is not set"));
    let mut options = S3Options {
        folder: Some(arguments.folder),
        access_key: variable("AWS_ACCESS_KEY_ID")?,
        secret_key: variable("AWS_SECRET_ACCESS_KEY")?,
        ..S3Options::default()
    };
    if let Some(address) = &arguments.listen {
        options.address = address
            .parse()
            .map_err(|_| format!("{address} is no address with a port"))?;
    }
    let server = S3Server::start_with(options).map_err(|error| error.to_string())?;
    for bucket in &arguments.buckets {
        server.bucket(bucket);
    }
    println!("{}", server.endpoint());
    server.wait();
    Ok(())
}

fn main() -> ExitCode {
    let Some(arguments) = arguments(std::env::args().skip(1)) else {
        eprintln!("{USAGE}");
        return ExitCode::FAILURE;
    };
    match serve(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
