//! The pages as a browser without scripts uses them.

use std::fmt::Write as _;

use reqwest::header::{CONTENT_TYPE, COOKIE, LOCATION, SET_COOKIE};
use reqwest::redirect::Policy;
use reqwest::{Client, RequestBuilder};

use super::Server;

const BOUNDARY: &str = "boundary-of-the-tests";

/// A browser of somebody who has signed in.
pub(crate) struct Browser {
    client: Client,
    base: String,
    cookie: String,
    pub(crate) token: String,
}

/// An answer: the status, where it leads, and the page.
pub(crate) struct Seen {
    pub(crate) status: u16,
    pub(crate) location: String,
    pub(crate) page: String,
}

impl Seen {
    #[track_caller]
    pub(crate) fn has(self, words: &str) -> Self {
        assert!(self.page.contains(words), "{words} is not in {}", self.page);
        self
    }

    #[track_caller]
    pub(crate) fn lacks(self, words: &str) -> Self {
        assert!(!self.page.contains(words), "{words} is in {}", self.page);
        self
    }

    #[track_caller]
    pub(crate) fn expect(self, status: u16) -> Self {
        assert_eq!(self.status, status, "{}", self.page);
        self
    }
}

/// What stands behind a text, up to a quotation mark.
#[track_caller]
pub(crate) fn after<'a>(page: &'a str, text: &str) -> &'a str {
    let (_, rest) = page
        .split_once(text)
        .unwrap_or_else(|| panic!("{text}: {page}"));
    rest.split_once('"').unwrap().0
}

impl Browser {
    pub(crate) async fn sign_in(server: &Server, key: &str) -> Self {
        let client = Client::builder()
            .no_proxy()
            .redirect(Policy::none())
            .build()
            .unwrap();
        let base = format!("http://{}", server.address);
        let mut browser = Self {
            client,
            base,
            cookie: String::new(),
            token: String::new(),
        };
        let request = browser.client.get(format!("{}/ui/sign-in", browser.base));
        let answer = request.header("Accept", "text/html").send().await.unwrap();
        browser.keep_cookie(&answer);
        browser.token = after(&answer.text().await.unwrap(), "name=\"token\" value=\"").to_owned();
        let form = format!("token={}&key={key}", browser.token);
        let request = browser.client.post(format!("{}/ui/sign-in", browser.base));
        let request = request.header(CONTENT_TYPE, "application/x-www-form-urlencoded");
        let request = request.header(COOKIE, &browser.cookie).body(form);
        let answer = request.send().await.unwrap();
        assert_eq!(answer.status(), 303);
        browser.keep_cookie(&answer);
        let page = browser.get("/ui/glossaries").await.expect(200).page;
        browser.token = after(&page, "name=\"token\" value=\"").to_owned();
        browser
    }

    /// Chooses something for the pages.
    pub(crate) fn choose(&mut self, name: &str, value: &str) {
        write!(self.cookie, "; dragoman-settings={name}={value}").unwrap();
    }

    fn keep_cookie(&mut self, answer: &reqwest::Response) {
        let cookie = answer.headers().get(SET_COOKIE).unwrap().to_str().unwrap();
        self.cookie = cookie.split(';').next().unwrap().to_owned();
    }

    async fn send(&self, request: RequestBuilder) -> Seen {
        let request = request
            .header(COOKIE, &self.cookie)
            .header("Accept", "text/html");
        let answer = request
            .header("Accept-Language", "en")
            .send()
            .await
            .unwrap();
        let location = answer.headers().get(LOCATION);
        Seen {
            status: answer.status().as_u16(),
            location: location.map_or_else(String::new, |to| to.to_str().unwrap().to_owned()),
            page: answer.text().await.unwrap(),
        }
    }

    pub(crate) async fn get(&self, path: &str) -> Seen {
        self.send(self.client.get(format!("{}{path}", self.base)))
            .await
    }

    /// Only the part of a page that a module asks for.
    pub(crate) async fn part(&self, path: &str) -> Seen {
        let request = self.client.get(format!("{}{path}", self.base));
        self.send(request.header("X-Fragment", "1")).await
    }

    pub(crate) async fn post(&self, path: &str, fields: &[(&str, &str)]) -> Seen {
        let mut form = format!("token={}", self.token);
        for (name, value) in fields {
            let value: String = value.bytes().fold(String::new(), |mut text, byte| {
                write!(text, "%{byte:02X}").unwrap();
                text
            });
            write!(form, "&{name}={value}").unwrap();
        }
        let request = self.client.post(format!("{}{path}", self.base));
        let request = request.header(CONTENT_TYPE, "application/x-www-form-urlencoded");
        self.send(request.body(form)).await
    }

    /// Sends a form with a file.
    pub(crate) async fn send_file(
        &self,
        path: &str,
        fields: &[(&str, &str)],
        name: &str,
        content: &[u8],
    ) -> Seen {
        let mut body = Vec::new();
        let head = format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=");
        for (field, value) in [("token", &*self.token)].iter().chain(fields) {
            body.extend(format!("{head}\"{field}\"\r\n\r\n{value}\r\n").bytes());
        }
        body.extend(format!("{head}\"file\"; filename=\"{name}\"\r\n\r\n").bytes());
        body.extend_from_slice(content);
        body.extend(format!("\r\n--{BOUNDARY}--\r\n").bytes());
        let kind = format!("multipart/form-data; boundary={BOUNDARY}");
        let request = self.client.post(format!("{}{path}", self.base));
        self.send(request.header(CONTENT_TYPE, kind).body(body))
            .await
    }
}
