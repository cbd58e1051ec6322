use crate::support::Installation;

/// The code in an address to sign in at.
fn code<'a>(address: &'a str, url: &str) -> &'a str {
    let code = address.strip_prefix(&format!("{url}/ui/sign-in?code="));
    let code = code.unwrap_or_else(|| panic!("the address is: {address}"));
    assert!(
        code.len() == 64 && code.bytes().all(|byte| byte.is_ascii_hexdigit()),
        "{address}"
    );
    code
}

#[tokio::test]
async fn an_address_to_sign_in_at_is_printed_and_another_each_time() {
    let mut installation = Installation::without_engine();
    installation.create_key(&["--account", "shop"]).await;
    let usual = installation.run(&["sign-in"]).await.expect(0).output;
    let (address, rest) = usual.split_once('\n').unwrap();
    let host = address.split("/ui/").next().unwrap().to_owned();
    assert!(host.starts_with("http://127.0.0.1:"), "{usual}");
    let first = code(address, &host).to_owned();
    assert_eq!(
        rest.trim(),
        "Whoever opens this address first is signed in as \"Operator\" for the account \"shop\", with the roles: translator, \
         terminology, administrator, operator. It works once, within 24 hours."
    );
    installation.set("server.public_url", "https://translate.example.com/");
    let public = installation.run(&["sign-in"]).await.expect(0).output;
    let second = code(
        public.lines().next().unwrap(),
        "https://translate.example.com",
    );
    assert_ne!(first, second);
    let arguments = [
        "sign-in",
        "--account",
        "shop",
        "--role",
        "translator,terminology",
        "--role",
        "translator",
        "--url",
        "http://10.0.0.1:8080/",
    ];
    let chosen = installation.run(&arguments).await.expect(0).output;
    code(chosen.lines().next().unwrap(), "http://10.0.0.1:8080");
    assert!(
        chosen.contains("roles: translator, terminology. It"),
        "{chosen}"
    );

    let log = installation
        .run(&["account", "log", "shop", "--json"])
        .await;
    let log = log.expect(0);
    for code in [&*first, second] {
        assert!(!log.output.contains(code));
    }
    let log = log.json();
    let last = log.as_array().unwrap().last().unwrap();
    assert_eq!(
        (&last["actor"], &last["act"]),
        (&"operator".into(), &"create_sign_in_code".into())
    );
    let details = last["details"].as_str().unwrap();
    assert!(
        details.ends_with("roles: translator terminology"),
        "{details}"
    );
}

#[tokio::test]
async fn what_cannot_be_signed_in_to_is_refused_with_what_to_do() {
    let mut installation = Installation::without_engine();
    for account in ["shop", "bakery"] {
        installation.create_key(&["--account", account]).await;
    }
    for (arguments, exit, message) in [
        (&["sign-in"][..], 1, "name the account with --account"),
        (
            &["sign-in", "--account", "mill"],
            1,
            "no account has the name \"mill\"",
        ),
        (
            &["sign-in", "--role", "cook"],
            2,
            "\"cook\" is no role; the roles are translator, terminology, administrator, operator",
        ),
        (
            &["sign-in", "--url", "translate.example.com"],
            2,
            "give an address such as",
        ),
        (
            &["sign-in", "--url", "https://example.com/?a=b"],
            2,
            "give an address such as",
        ),
    ] {
        let refused = installation.run(arguments).await.expect(exit);
        assert!(refused.errors.contains(message), "{refused:?}");
        assert_eq!(refused.output, "");
    }
    installation.set("web.enabled", "false");
    let refused = installation.run(&["sign-in", "--account", "shop"]).await;
    assert!(
        refused
            .expect(1)
            .errors
            .contains("the pages are switched off"),
    );
}

#[tokio::test]
async fn the_first_start_gives_an_address_to_sign_in_at_if_there_are_pages() {
    for (enabled, expected) in [("true", 1), ("false", 0)] {
        let installation = Installation::without_engine().option("web.enabled", enabled);
        let mut server = installation.start().await;
        let keys = server.first_keys().await;
        let codes: Vec<&String> = keys.code.iter().collect();
        assert_eq!(codes.len(), expected, "{enabled}");
        for code in codes {
            assert_eq!(code.len(), 64);
            assert!(!server.log().contains(code.as_str()));
        }
        let log = installation
            .run(&["account", "log", "--json"])
            .await
            .expect(0);
        let made = log.output.matches("create_sign_in_code").count();
        assert_eq!(made, expected, "{enabled}");
        server.stop().await;
    }
}
