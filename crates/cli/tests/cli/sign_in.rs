//! Signing in on the pages by the word of others: an OpenID provider, or a proxy in front.

use std::collections::BTreeMap;

use reqwest::header::{ACCEPT, COOKIE, HeaderMap, LOCATION, SET_COOKIE};
use reqwest::redirect::Policy;
use reqwest::{Client, Url};
use serde_json::{Value, json};

use crate::provider::{CLIENT, SECRET, TestProvider};
use crate::support::{Installation, Server};

/// A browser that shows what it gets and goes nowhere by itself.
struct Browser {
    client: Client,
    server: String,
    cookies: BTreeMap<String, String>,
    headers: Vec<(&'static str, String)>,
}

struct Page {
    status: u16,
    headers: HeaderMap,
    text: String,
}

impl Page {
    #[track_caller]
    fn says(&self, status: u16, words: &str) {
        assert_eq!(self.status, status, "{}", self.text);
        assert!(self.text.contains(words), "{words}: {}", self.text);
    }

    /// Whether the bar leads to what translators do.
    #[track_caller]
    fn is_for_translators(&self, expected: bool) {
        assert_eq!(self.status, 200, "{}", self.text);
        let leads_there = self.text.contains("href=\"/ui/improve\"");
        assert_eq!(leads_there, expected, "{}", self.text);
    }

    fn location(&self) -> &str {
        let location = self.headers.get(LOCATION);
        location
            .unwrap_or_else(|| panic!("{} {}", self.status, self.text))
            .to_str()
            .unwrap()
    }

    fn cookies(&self) -> Vec<&str> {
        let cookies = self.headers.get_all(SET_COOKIE).iter();
        cookies.map(|cookie| cookie.to_str().unwrap()).collect()
    }
}

impl Browser {
    fn new(server: &Server) -> Self {
        Self {
            client: Client::builder()
                .no_proxy()
                .redirect(Policy::none())
                .build()
                .unwrap(),
            server: server.address.clone(),
            cookies: BTreeMap::new(),
            headers: Vec::new(),
        }
    }

    fn with(mut self, header: &'static str, value: &str) -> Self {
        self.set(header, value);
        self
    }

    /// Sends a header with all requests from now on; none if the value is empty.
    fn set(&mut self, header: &'static str, value: &str) {
        self.headers.retain(|(name, _)| *name != header);
        if !value.is_empty() {
            self.headers.push((header, value.to_owned()));
        }
    }

    /// Asks this server.
    async fn get(&mut self, path: &str) -> Page {
        let mut request = self.client.get(format!("http://{}{path}", self.server));
        for (name, value) in &self.headers {
            request = request.header(*name, value);
        }
        let cookies: Vec<String> = self
            .cookies
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        let response = request
            .header(ACCEPT, "text/html")
            .header(COOKIE, cookies.join("; "))
            .send()
            .await
            .unwrap();
        let page = Page {
            status: response.status().as_u16(),
            headers: response.headers().clone(),
            text: response.text().await.unwrap(),
        };
        for cookie in page.cookies() {
            let (pair, attributes) = cookie.split_once(';').unwrap();
            let (name, value) = pair.split_once('=').unwrap();
            if attributes.contains("Max-Age=0") {
                self.cookies.remove(name);
            } else {
                self.cookies.insert(name.to_owned(), value.to_owned());
            }
        }
        page
    }

    /// Goes to the provider, and gives where the provider sends the browser to: a path of this server.
    async fn at_provider(&mut self, path: &str) -> String {
        let there = self.get(path).await.location().to_owned();
        let answer = self.client.get(there).send().await.unwrap();
        let back = Url::parse(answer.headers()[LOCATION].to_str().unwrap()).unwrap();
        assert_eq!(back.host_str(), Some("127.0.0.1"));
        format!("{}?{}", back.path(), back.query().unwrap())
    }

    async fn sign_in(&mut self) -> Page {
        let back = self
            .at_provider("/ui/sign-in/provider?next=/ui/settings")
            .await;
        self.get(&back).await
    }

    fn is_known_as(&self) -> Option<&str> {
        self.cookies.get("dragoman-browser").map(String::as_str)
    }
}

/// A server whose people sign in with the provider.
async fn installation(provider: &TestProvider) -> Installation {
    let installation = Installation::without_engine()
        .option("web.oidc.issuer", &provider.issuer)
        .option("web.oidc.client_id", CLIENT)
        .option("web.oidc.name", "Example")
        .option("web.oidc.account", "staff")
        .option("web.oidc.allowed_domains", "[\"example.com\"]")
        .option("web.oidc.translator_groups", "[\"staff\"]")
        .option("web.oidc.operator_groups", "[\"it\"]");
    let secret = installation.root().join("oidc.secret");
    std::fs::write(&secret, format!("{SECRET}\n")).unwrap();
    let installation = installation.option("web.oidc.client_secret_file", secret.to_str().unwrap());
    installation.create_key(&["--account", "staff"]).await;
    installation
}

fn ada(groups: Value) -> Value {
    json!({
        "name": "Ada Lovelace", "groups": groups, "email": "ada@example.com", "email_verified": true,
    })
}

#[tokio::test]
async fn people_sign_in_with_a_provider_and_their_groups_say_what_they_may_do() {
    let provider = TestProvider::start().await;
    let installation = installation(&provider).await;
    let server = installation.start().await;
    let mut browser = Browser::new(&server);
    let form = browser.get("/ui/sign-in").await;
    form.says(200, "Sign in with Example");
    let before = browser.is_known_as().unwrap().to_owned();

    provider.behaviour().claims = ada(json!(["staff"]));
    let back = browser
        .at_provider("/ui/sign-in/provider?next=/ui/improve")
        .await;
    let signed_in = browser.get(&back).await;
    signed_in.says(200, "url=/ui/improve");
    assert_ne!(
        browser.is_known_as(),
        Some(&*before),
        "the session has a token of its own"
    );
    assert!(!browser.cookies.contains_key("dragoman-sign-in"));
    let page = browser.get("/ui/improve").await;
    page.says(200, "Ada Lovelace");
    page.is_for_translators(true);

    // The same person, called otherwise: no other key is made.
    provider.behaviour().claims = json!({
        "name": "Ada King", "groups": "staff", "email": "ada@EXAMPLE.com", "email_verified": true,
    });
    let mut other = Browser::new(&server);
    other.sign_in().await.says(200, "url=/ui/settings");
    other.get("/").await.says(200, "Ada King");
    browser.get("/").await.says(200, "Ada King");

    // Who has no role for a page.
    provider.behaviour().claims = ada(json!(["it"]));
    other.sign_in().await.says(200, "url=/ui/settings");
    other.get("/ui/settings").await.is_for_translators(false);
    let log = server.log();
    for personal in ["Ada", "ada@", "ada-1", SECRET, "code-0"] {
        assert!(!log.contains(personal), "{personal}: {log}");
    }
}

#[tokio::test]
async fn who_is_not_let_in_is_told_why() {
    let provider = TestProvider::start().await;
    let installation = installation(&provider).await;
    let server = installation.start().await;
    let not_let_in = "People with your e-mail address are not let in here";
    for (claims, words) in [
        (ada(json!(["other"])), "none of your groups has access"),
        (
            json!({ "groups": ["staff"], "email": "ada@example.com", "email_verified": false }),
            not_let_in,
        ),
        (
            json!({ "groups": ["staff"], "email": "ada@example.com" }),
            not_let_in,
        ),
        (
            json!({ "groups": ["staff"], "email": "ada@it.example.com", "email_verified": true }),
            not_let_in,
        ),
        (json!({ "groups": ["staff"] }), not_let_in),
    ] {
        provider.behaviour().claims = claims.clone();
        let mut browser = Browser::new(&server);
        let refused = browser.sign_in().await;
        refused.says(403, words);
        browser.get("/ui/improve").await.says(303, "");
    }

    let mut browser = Browser::new(&server);
    provider.behaviour().claims = json!({ "nonce": "another" });
    browser
        .sign_in()
        .await
        .says(502, "do not understand each other");
    provider.behaviour().claims = json!({ "aud": "another" });
    browser
        .sign_in()
        .await
        .says(502, "do not understand each other");
    provider.behaviour().refuses = Some("access_denied".to_owned());
    browser.sign_in().await.says(403, "did not let you in");
    assert!(server.log().contains("it is of another attempt to sign in"));
    assert!(server.log().contains("failures=3"), "{}", server.log());
}

#[tokio::test]
async fn an_answer_belongs_to_the_browser_that_asked_and_is_taken_once() {
    let provider = TestProvider::start().await;
    let installation = installation(&provider).await;
    let server = installation.start().await;
    provider.behaviour().claims = ada(json!(["staff"]));
    let (mut one, mut other) = (Browser::new(&server), Browser::new(&server));
    let of_one = one.at_provider("/ui/sign-in/provider").await;
    let too_old = "This attempt to sign in is too old, or began in another browser";
    // Somebody has another sign in as them.
    other.get(&of_one).await.says(403, too_old);
    other.at_provider("/ui/sign-in/provider").await;
    other.get(&of_one).await.says(403, too_old);
    // An attempt that is made to look younger than it is, or to lead elsewhere, is another.
    let kept = one.cookies["dragoman-sign-in"].clone();
    let parts: Vec<&str> = kept.splitn(3, '.').collect();
    for changed in [
        format!(
            "{}.{}.{}",
            parts[0],
            parts[1].parse::<i64>().unwrap() - 1,
            parts[2]
        ),
        format!("{}.{}.next=%2Fui%2Fsettings", parts[0], parts[1]),
        format!("{}.0.{}", parts[0], parts[2]),
        String::new(),
    ] {
        one.cookies.insert("dragoman-sign-in".to_owned(), changed);
        one.get(&of_one).await.says(403, too_old);
    }
    assert_eq!(provider.asked("token"), 0);

    one.cookies
        .insert("dragoman-sign-in".to_owned(), kept.clone());
    one.get(&of_one).await.says(200, "url=/");
    one.get(&of_one).await.says(403, too_old);
    one.cookies.insert("dragoman-sign-in".to_owned(), kept);
    one.get(&of_one)
        .await
        .says(502, "do not understand each other");
}

#[tokio::test]
async fn a_provider_that_is_away_is_told_and_the_key_still_works() {
    let provider = TestProvider::start().await;
    let installation = installation(&provider).await;
    let server = installation.start().await;
    provider.behaviour().is_broken = true;
    let mut browser = Browser::new(&server);
    let away = browser.get("/ui/sign-in/provider").await;
    away.says(503, "cannot be reached at the moment");
    away.says(503, "name=\"key\"");
}

#[tokio::test]
async fn what_a_browser_keeps_of_an_attempt_comes_back_from_another_site_and_nothing_else_is_overwritten()
 {
    let provider = TestProvider::start().await;
    let installation = installation(&provider).await;
    let server = installation.start().await;
    provider.behaviour().claims = ada(json!(["staff"]));
    let mut browser = Browser::new(&server).with("x-forwarded-proto", "https");
    browser.sign_in().await;
    let begin = browser.get("/ui/sign-in/provider").await;
    let attempt = begin.cookies().remove(0).to_owned();
    for attribute in [
        "Path=/ui/sign-in;",
        "SameSite=Lax",
        "HttpOnly",
        "Secure",
        "Max-Age=600",
    ] {
        assert!(attempt.contains(attribute), "{attempt}");
    }
    // From another site browsers send no strict cookies; then no other is set, and the page leads on to itself.
    let mut from_afar = Browser::new(&server)
        .with("sec-fetch-site", "cross-site")
        .with("sec-fetch-mode", "navigate");
    let page = from_afar.get("/ui/improve?x=1&y=2").await;
    page.says(200, "content=\"0;url=/ui/improve?x=1&amp;y=2\"");
    assert!(page.cookies().is_empty());
    let page = from_afar.get("//evil.example/").await;
    assert!(!page.text.contains("http-equiv"), "{}", page.text);
    // What the page then asks for is of this site.
    browser.set("sec-fetch-site", "same-origin");
    browser.get("/ui/improve").await.says(200, "Ada Lovelace");
}

/// A server that believes who sends the headers from this machine.
async fn behind_proxy(trusted: &str) -> Installation {
    let installation = Installation::without_engine()
        .option("server.trusted_proxies", trusted)
        .option("web.proxy.user_header", "Remote-User")
        .option("web.proxy.name_header", "Remote-Name")
        .option("web.proxy.groups_header", "Remote-Groups")
        .option("web.proxy.account", "staff")
        .option("web.proxy.translator_groups", "[\"staff\"]")
        .option("web.proxy.operator_groups", "[\"it\"]");
    installation.create_key(&["--account", "staff"]).await;
    installation
}

#[tokio::test]
async fn whoever_a_trusted_proxy_names_is_signed_in_from_the_first_request_on() {
    let installation = behind_proxy("[\"127.0.0.1\"]").await;
    let server = installation.start().await;
    let mut browser = Browser::new(&server)
        .with("remote-user", "ada")
        .with("remote-name", "Ada Lovelace")
        .with("remote-groups", "other,staff");
    let page = browser.get("/ui/improve").await;
    page.says(200, "Ada Lovelace");
    assert!(!page.text.contains("/ui/sign-out"));
    let of_ada = browser.is_known_as().unwrap().to_owned();
    browser.get("/ui/improve").await.says(200, "Ada Lovelace");
    assert_eq!(browser.is_known_as(), Some(&*of_ada), "the session goes on");

    // Other groups, and then another person.
    browser.set("remote-groups", "it");
    browser.get("/ui/settings").await.is_for_translators(false);
    let demoted = browser.is_known_as().unwrap().to_owned();
    assert_ne!(demoted, of_ada);
    browser.set("remote-groups", "staff");
    browser.set("remote-user", "bob");
    browser.set("remote-name", "");
    browser.get("/ui/improve").await.says(200, "bob");
    assert_ne!(browser.is_known_as(), Some(&*demoted));
    browser.set("remote-groups", "");
    browser
        .get("/")
        .await
        .says(403, "none of your groups has access");

    // Nobody is named: a session alone does not do, and there is no other way in.
    browser.set("remote-user", "");
    browser.get("/ui/improve").await.says(303, "");
    let form = browser.get("/ui/sign-in").await;
    form.says(200, "it has named nobody");
    assert!(!form.text.contains("name=\"key\""));
}

#[tokio::test]
async fn headers_are_believed_of_nobody_else() {
    let installation = behind_proxy("[\"192.0.2.1\"]").await;
    let server = installation.start().await;
    for forwarded in ["", "192.0.2.1", "192.0.2.1, 192.0.2.1"] {
        let mut browser = Browser::new(&server)
            .with("remote-user", "ada")
            .with("remote-groups", "staff")
            .with("x-forwarded-for", forwarded);
        browser.get("/ui/improve").await.says(303, "");
    }
    let code = installation.run(&["sign-in"]).await.expect(1);
    assert!(code.errors.contains("web.proxy.user_header"), "{code:?}");
}

#[tokio::test]
async fn options_that_let_nobody_in_or_everybody_are_refused() {
    let issuer = ("web.oidc.issuer", "https://login.example.com");
    let client = ("web.oidc.client_id", "dragoman");
    let all = ("web.oidc.translator_groups", "[\"*\"]");
    let header = ("web.proxy.user_header", "Remote-User");
    let all_of_proxy = ("web.proxy.translator_groups", "[\"*\"]");
    for (options, named) in [
        (&[issuer, client][..], "web.oidc.translator_groups"),
        (&[issuer, all], "web.oidc.client_id"),
        (
            &[("web.oidc.issuer", "http://login.example.com"), client, all],
            "web.oidc.issuer",
        ),
        (
            &[
                issuer,
                client,
                all,
                ("web.oidc.client_secret", "a"),
                ("web.oidc.client_secret_file", "b"),
            ],
            "web.oidc.client_secret_file",
        ),
        (&[("web.oidc.isuer", "x")], "isuer"),
        (&[header, all_of_proxy], "server.trusted_proxies"),
        (
            &[header, ("server.trusted_proxies", "[\"127.0.0.1\"]")],
            "web.proxy.translator_groups",
        ),
        (
            &[("web.proxy.user_header", "Remote User"), all_of_proxy],
            "web.proxy.user_header",
        ),
        (
            &[
                header,
                all_of_proxy,
                ("server.trusted_proxies", "[\"127.0.0.1\"]"),
                issuer,
                client,
                all,
            ],
            "neither web.open nor web.oidc",
        ),
    ] {
        let mut installation = Installation::without_engine();
        for (name, value) in options {
            installation.set(name, value);
        }
        let outcome = installation.run(&["languages"]).await.expect(2);
        assert!(outcome.errors.contains(named), "{named}: {outcome:?}");
    }
    let installation =
        Installation::without_engine().option("web.oidc.client_secret", "Xylophonequarry");
    let shown = installation.run(&["config", "show"]).await.expect(0);
    assert!(!shown.output.contains("Xylophonequarry"));
}
