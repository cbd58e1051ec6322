//! Starts a PostgreSQL of its own with a new database and writes the URL of that to the standard
//! output. The server ends, and its data are removed, when the standard input is closed or this
//! program ends. For scripts and measurements.

use std::env;
use std::io::{self, Write};
use std::process::ExitCode;

use dragoman_postgres_testing::{Cluster, ClusterOptions};

const USAGE: &str = "\
Usage: postgres-server [--fsync] [--tls] [--set NAME=VALUE]...

Writes the URL of a new database, and runs until the standard input is closed.

  --fsync           waits for the disk, which it does not otherwise
  --tls             insists on encrypted connections; the file of its CA is a second line
  --set NAME=VALUE  sets something in postgresql.conf
";

fn main() -> ExitCode {
    match options(env::args().skip(1)) {
        Some(options) => match serve(&options) {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::FAILURE,
        },
        None => {
            let _ = io::stderr().write_all(USAGE.as_bytes());
            ExitCode::from(2)
        }
    }
}

fn options(mut arguments: impl Iterator<Item = String>) -> Option<ClusterOptions> {
    let mut options = ClusterOptions::default();
    while let Some(argument) = arguments.next() {
        match &*argument {
            "--fsync" => options.settings.push(("fsync".to_owned(), "on".to_owned())),
            "--tls" => options.tls = true,
            "--set" => {
                let setting = arguments.next()?;
                let (name, value) = setting.split_once('=')?;
                options.settings.push((name.to_owned(), value.to_owned()));
            }
            _ => return None,
        }
    }
    Some(options)
}

fn serve(options: &ClusterOptions) -> io::Result<()> {
    let cluster = Cluster::start_from(options);
    let mut output = io::stdout().lock();
    writeln!(output, "{}", cluster.create_database())?;
    if options.tls {
        writeln!(output, "{}", cluster.ca_file().display())?;
    }
    output.flush()?;
    io::copy(&mut io::stdin().lock(), &mut io::sink())?;
    Ok(())
}
