//! What clients may do with connections before they have shown a key.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use dragoman_http::{Connections, Limits, Tls, TrustedProxies};
use rcgen::{CertifiedKey, generate_simple_self_signed};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::aws_lc_rs;
use tokio_rustls::rustls::pki_types::CertificateDer;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};
use tokio_util::sync::CancellationToken;

use crate::TestApi;

/// A request that asks for the connection to be kept.
const REQUEST: &[u8] = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";

struct Served {
    address: SocketAddr,
    stop: CancellationToken,
}

impl Drop for Served {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

async fn serve(limits: Limits, proxies: &[&str], tls: Option<Tls>, router: Router) -> Served {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let stop = CancellationToken::new();
    let proxies: Vec<String> = proxies.iter().map(|&text| text.to_owned()).collect();
    let connections = Connections::new(listener, router, limits)
        .behind(TrustedProxies::parse(&proxies).unwrap())
        .with_tls(tls);
    tokio::spawn(connections.serve(stop.clone()));
    Served { address, stop }
}

fn one_per_address() -> Limits {
    Limits {
        connections_per_address: 1,
        ..Limits::default()
    }
}

/// Connects from one of the loopback's addresses.
async fn connect(to: SocketAddr, from: &str) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(format!("{from}:0").parse().unwrap()).unwrap();
    socket.connect(to).await.unwrap()
}

/// Sends this and reads the beginning of the answer; nothing if the connection is closed.
async fn ask(stream: &mut TcpStream, request: &[u8]) -> String {
    let mut answer = vec![0; 4096];
    let read = match stream.write_all(request).await {
        Ok(()) => stream.read(&mut answer).await.unwrap_or(0),
        Err(_) => 0,
    };
    String::from_utf8_lossy(&answer[..read]).into_owned()
}

fn forwarded(client: &str) -> Vec<u8> {
    format!("GET /wait HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: {client}\r\n\r\n").into()
}

#[tokio::test]
async fn an_address_has_its_share_of_the_connections_and_others_find_room() {
    let served = serve(one_per_address(), &[], None, Router::new()).await;
    let mut first = connect(served.address, "127.0.0.2").await;
    assert!(ask(&mut first, REQUEST).await.starts_with("HTTP/1.1 404"));
    let mut second = connect(served.address, "127.0.0.2").await;
    assert_eq!(ask(&mut second, REQUEST).await, "");
    let mut other = connect(served.address, "127.0.0.3").await;
    assert!(ask(&mut other, REQUEST).await.starts_with("HTTP/1.1 404"));
    assert!(ask(&mut first, REQUEST).await.starts_with("HTTP/1.1 404"));
}

#[tokio::test]
async fn a_trusted_proxy_has_more_connections_and_its_clients_are_told_apart() {
    let (begun, release) = (
        Arc::new(tokio::sync::Semaphore::new(0)),
        Arc::new(tokio::sync::Notify::new()),
    );
    let handler = {
        let (begun, release) = (Arc::clone(&begun), Arc::clone(&release));
        async move || {
            begun.add_permits(1);
            release.notified().await;
            "done"
        }
    };
    let router = Router::new().route("/wait", axum::routing::get(handler));
    let served = serve(one_per_address(), &["127.0.0.0/30"], None, router).await;
    let mut waiting = connect(served.address, "127.0.0.2").await;
    waiting.write_all(&forwarded("192.0.2.1")).await.unwrap();
    begun.acquire().await.unwrap().forget();

    let mut same = connect(served.address, "127.0.0.2").await;
    let answer = ask(&mut same, &forwarded("192.0.2.1")).await;
    assert!(answer.starts_with("HTTP/1.1 429"), "{answer}");
    assert!(answer.contains("retry-after: 1"), "{answer}");
    let mut other = connect(served.address, "127.0.0.2").await;
    other.write_all(&forwarded("192.0.2.2")).await.unwrap();
    begun.acquire().await.unwrap().forget();
    release.notify_waiters();
    for stream in [&mut waiting, &mut other] {
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).await.unwrap();
        assert_eq!(&answer, b"HTTP/1.1 200");
    }
}

#[tokio::test]
async fn http_2_over_clear_text_is_refused() {
    let served = serve(Limits::default(), &[], None, Router::new()).await;
    let mut prior = connect(served.address, "127.0.0.1").await;
    let preface = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0";
    let answer = ask(&mut prior, preface).await;
    assert!(
        answer.is_empty() || answer.starts_with("HTTP/1.1 4"),
        "{answer}"
    );
    let mut upgrade = connect(served.address, "127.0.0.1").await;
    let request = b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, HTTP2-Settings\r\n\
        Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n\r\n";
    let answer = ask(&mut upgrade, request).await;
    assert!(answer.starts_with("HTTP/1.1 404"), "{answer}");
}

/// Writes a new certificate with its key, and gives it.
fn write_certificate(folder: &std::path::Path) -> CertificateDer<'static> {
    let CertifiedKey { cert, signing_key } =
        generate_simple_self_signed(vec!["localhost".to_owned(), "127.0.0.1".to_owned()]).unwrap();
    std::fs::write(folder.join("certificate.pem"), cert.pem()).unwrap();
    std::fs::write(folder.join("key.pem"), signing_key.serialize_pem()).unwrap();
    cert.der().clone()
}

#[tokio::test]
async fn with_a_certificate_the_server_speaks_tls_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let mut roots = RootCertStore::empty();
    roots.add(write_certificate(folder.path())).unwrap();
    let [certificate, key] = ["certificate.pem", "key.pem"].map(|name| folder.path().join(name));
    let tls = Tls::load(certificate, key).unwrap();
    let router = Router::new().route(
        "/",
        axum::routing::get(async |headers: axum::http::HeaderMap| {
            headers["x-forwarded-proto"].to_str().unwrap().to_owned()
        }),
    );
    let served = serve(Limits::default(), &[], Some(tls), router).await;
    let client = ClientConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let stream = connect(served.address, "127.0.0.1").await;
    let mut stream = TlsConnector::from(Arc::new(client))
        .connect("localhost".try_into().unwrap(), stream)
        .await
        .unwrap();
    stream.write_all(REQUEST).await.unwrap();
    let mut answer = vec![0; 4096];
    let read = stream.read(&mut answer).await.unwrap();
    let answer = String::from_utf8_lossy(&answer[..read]);
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(answer.ends_with("https"), "{answer}");

    let mut clear = connect(served.address, "127.0.0.1").await;
    let answer = ask(&mut clear, REQUEST).await;
    assert!(!answer.contains("HTTP"), "{answer}");
}

#[tokio::test]
async fn a_changed_certificate_is_read_again_and_a_broken_one_is_not_used() {
    let folder = tempfile::tempdir().unwrap();
    let files = ["certificate.pem", "key.pem"].map(|name| folder.path().join(name));
    let [certificate, key] = files;
    write_certificate(folder.path());
    let tls = Tls::load(certificate.clone(), key.clone()).unwrap();
    assert_eq!(tls.reload(), Ok(false));
    write_certificate(folder.path());
    assert_eq!(tls.reload(), Ok(true));
    std::fs::write(&certificate, "nothing").unwrap();
    let error = tls.reload().unwrap_err().to_string();
    assert!(
        error.ends_with("certificate.pem has no certificate in PEM"),
        "{error}"
    );
    assert_eq!(tls.reload(), Ok(false), "it is said once");
    assert!(Tls::load(certificate.clone(), key).is_err());
    assert!(Tls::load(certificate, folder.path().join("none")).is_err());
}

#[tokio::test]
async fn many_wrong_keys_do_not_slow_a_valid_one_behind_the_same_address() {
    let api = TestApi::start().await;
    let wrong = (0..40).map(|_| async {
        let request = api.request_of("wrong", "GET", "/v2/usage");
        request.send().await.unwrap().status().as_u16()
    });
    let wrong = async { futures_util::future::join_all(wrong).await };
    let right = async {
        let request = api.get("/v2/usage");
        request.send().await.unwrap().status().as_u16()
    };
    let both = futures_util::future::select(Box::pin(wrong), Box::pin(right)).await;
    match both {
        futures_util::future::Either::Right((status, wrong)) => {
            assert_eq!(status, 200);
            let answers = wrong.await;
            assert!(answers.iter().all(|status| [403, 429].contains(status)));
            assert!(answers.contains(&429), "{answers:?}");
        }
        futures_util::future::Either::Left((answers, _)) => {
            panic!("the valid key waited for {answers:?}")
        }
    }
}
