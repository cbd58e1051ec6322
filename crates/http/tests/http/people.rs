//! Pages and interface at one address.

use reqwest::Method;
use reqwest::header::ACCEPT;

use crate::TestApi;

const BROWSER: &str = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

#[tokio::test]
async fn browsers_get_pages_and_nothing_else_of_the_interface_changes() {
    let api = TestApi::start().await;
    let ask = async |method: Method, path: &str, accept: &str| {
        let address = format!("{}{path}", api.base);
        let request = api.client.request(method, address).header(ACCEPT, accept);
        let answer = request.send().await.unwrap();
        assert!(answer.headers().contains_key("x-trace-id"), "{path}");
        (answer.status().as_u16(), answer.text().await.unwrap())
    };
    for (method, path, accept) in [
        (Method::GET, "/", BROWSER),
        (Method::GET, "/?text=a", BROWSER),
        (Method::GET, "/ui", "*/*"),
        (Method::POST, "/ui/translate", "*/*"),
    ] {
        let (status, body) = ask(method, path, accept).await;
        assert_eq!((status, &*body), (200, "A page."), "{path}");
    }
    for (method, path, accept) in [
        (Method::GET, "/", "*/*"),
        (Method::GET, "/", "application/json"),
        (Method::POST, "/", BROWSER),
        (Method::GET, "/v2/usage", BROWSER),
        (Method::GET, "/uix", BROWSER),
    ] {
        let (status, body) = ask(method, path, accept).await;
        assert_eq!(status, 403, "{path}");
        assert!(body.contains("authorization_failed"), "{path}: {body}");
    }
}
