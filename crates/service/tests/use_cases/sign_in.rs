//! Sessions of persons, from a real store.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use dragoman_domain::{
    Account, Actor, AuditFilter, Clock, ErrorKind, Feature, KeyKind, KeyLimits, KeySecret, Person,
    Role, RoleSet, Scope, ScopeSet, Timestamp,
};
use dragoman_service::{
    AccountDefaults, Administration, Forbidden, IssuedKey, KeyHasher, Keys, NewKey, NewSession,
    Permission, SessionLimits, SessionToken, SignIn, SignInError,
};

use crate::support::Installation;

const HOUR: Duration = Duration::from_secs(3600);

/// A clock that is set.
struct SetClock(Mutex<Timestamp>);

impl Clock for SetClock {
    fn now(&self) -> Timestamp {
        *self.0.lock().unwrap()
    }
}

struct Test {
    sign_in: SignIn,
    keys: Keys,
    clock: Arc<SetClock>,
    installation: Installation,
}

impl Test {
    async fn start() -> Self {
        let installation = Installation::new().await;
        let start = "2026-05-17T08:30:00Z".parse().unwrap();
        let clock = Arc::new(SetClock(Mutex::new(start)));
        let store = Arc::new(installation.store.clone());
        let hasher = KeyHasher::new(&[1; 32]);
        let keys = Keys::new(
            Arc::clone(&store) as _,
            Arc::clone(&clock) as _,
            installation.random(),
            hasher.clone(),
            AccountDefaults {
                free_character_limit: None,
                pro_character_limit: None,
                features: Feature::ALL.into(),
            },
        );
        let sign_in = SignIn::new(
            keys.clone(),
            store,
            Arc::clone(&clock) as _,
            installation.random(),
            hasher,
            SessionLimits::default(),
        );
        Self {
            sign_in,
            keys,
            clock,
            installation,
        }
    }

    fn pass(&self, time: Duration) {
        let mut now = self.clock.0.lock().unwrap();
        *now = now.checked_add(time).unwrap();
    }

    async fn account(&self) -> Account {
        let made = self.keys.account_or_new("firm", None, Actor::Operator);
        made.await.unwrap()
    }

    async fn key(&self, kind: KeyKind, scopes: ScopeSet) -> IssuedKey {
        let new = NewKey {
            kind,
            label: "Website".to_owned(),
            scopes,
            limits: KeyLimits::default(),
            expires: None,
        };
        let account = self.account().await;
        let made = self.keys.create(&account, new, Actor::Operator);
        made.await.unwrap()
    }

    async fn code(&self, roles: RoleSet) -> KeySecret {
        let account = self.account().await;
        let made = (self.sign_in).new_code(&account, "Anna", roles, 24 * HOUR, Actor::Operator);
        made.await.unwrap()
    }

    async fn is_signed_in(&self, session: &NewSession) -> bool {
        let found = self.sign_in.resume(&session.token).await.unwrap();
        found.is_some()
    }
}

fn anna() -> Person {
    Person {
        identity: "https://id.example#1".to_owned(),
        name: "Anna".to_owned(),
    }
}

fn roles(of: &[Role]) -> RoleSet {
    of.iter().copied().collect()
}

#[tokio::test]
async fn a_key_gives_the_roles_that_its_kind_and_scopes_allow() {
    let test = Test::start().await;
    let of = async |kind, scopes: &[Scope]| {
        let key = test.key(kind, ScopeSet::of(scopes.iter().copied())).await;
        let begun = test.sign_in.with_key(&key.secret).await;
        begun.map(|session| session.signed_in.roles.iter().collect::<Vec<_>>())
    };
    let developer = async |scopes| of(KeyKind::Developer, scopes).await;
    let (translator, terminology) = (Role::Translator, Role::Terminology);
    assert_eq!(developer(&[]).await.unwrap(), [translator, terminology]);
    assert_eq!(
        developer(&[Scope::TranslateText]).await.unwrap(),
        [translator]
    );
    assert_eq!(
        developer(&[Scope::ImproveText]).await.unwrap(),
        [translator]
    );
    assert_eq!(
        developer(&[Scope::WriteGlossaries]).await.unwrap(),
        [terminology]
    );
    assert_eq!(
        developer(&[Scope::ReadUsage]).await,
        Err(SignInError::NoRole)
    );
    let admin = of(KeyKind::Admin, &[]).await.unwrap();
    assert_eq!(admin, [Role::AccountAdministrator]);
    let wrong = KeySecret::new("0".repeat(64));
    let begun = test.sign_in.with_key(&wrong).await.map(drop);
    assert_eq!(begun, Err(SignInError::InvalidKey));
}

#[tokio::test]
async fn roles_say_what_a_person_may_and_scopes_hold_besides() {
    let test = Test::start().await;
    let may = async |of: &[Role], permission| {
        let begun = test.sign_in.as_person("firm", &anna(), roles(of)).await;
        begun.unwrap().signed_in.caller.may(permission)
    };
    test.account().await;
    let (translator, terminology) = ([Role::Translator], [Role::Terminology]);
    assert_eq!(
        may(&translator, Permission::TranslateDocuments).await,
        Ok(())
    );
    assert_eq!(may(&translator, Permission::ReadMemories).await, Ok(()));
    let missing = Err(Forbidden::MissingRole(Role::Terminology));
    assert_eq!(may(&translator, Permission::WriteMemories).await, missing);
    assert_eq!(may(&terminology, Permission::WriteMemories).await, Ok(()));
    assert_eq!(may(&terminology, Permission::ReadGlossaries).await, Ok(()));
    let missing = Err(Forbidden::MissingRole(Role::Translator));
    assert_eq!(may(&terminology, Permission::TranslateTexts).await, missing);
    let operator = [Role::Operator, Role::AccountAdministrator];
    assert_eq!(may(&operator, Permission::TranslateTexts).await, missing);

    let begun = test
        .sign_in
        .as_person("firm", &anna(), roles(&operator))
        .await;
    let caller = begun.unwrap().signed_in.caller;
    assert_eq!(caller.require_operator(), Ok(()));
    assert_eq!(caller.require_administration(), Ok(()));
    let begun = test
        .sign_in
        .as_person("firm", &anna(), roles(&translator))
        .await;
    let caller = begun.unwrap().signed_in.caller;
    assert_eq!(
        caller.require_operator(),
        Err(Forbidden::MissingRole(Role::Operator))
    );
    assert!(caller.require_administration().is_err());

    let key = test
        .key(KeyKind::Developer, ScopeSet::of([Scope::TranslateText]))
        .await;
    let begun = test.sign_in.with_key(&key.secret).await.unwrap();
    let caller = begun.signed_in.caller;
    assert_eq!(caller.may(Permission::TranslateTexts), Ok(()));
    let missing = Err(Forbidden::MissingScope(Scope::TranslateDocument));
    assert_eq!(caller.may(Permission::TranslateDocuments), missing);

    let admin = test.key(KeyKind::Admin, ScopeSet::Unrestricted).await;
    let program = test.keys.authenticate(&admin.secret).await.unwrap();
    assert_eq!(program.require_operator(), Err(Forbidden::NotByKey));
    let person = test
        .sign_in
        .with_key(&admin.secret)
        .await
        .unwrap()
        .signed_in;
    assert_eq!(person.caller.require_administration(), Ok(()));
    assert!(person.caller.may(Permission::TranslateTexts).is_err());
}

#[tokio::test]
async fn a_session_ends_unused_or_too_old_or_signed_out_or_with_its_key() {
    let test = Test::start().await;
    let key = test.key(KeyKind::Developer, ScopeSet::Unrestricted).await;
    let begin = async || test.sign_in.with_key(&key.secret).await.unwrap();

    let unused = begin().await;
    test.pass(11 * HOUR);
    assert!(test.is_signed_in(&unused).await, "using it keeps it");
    test.pass(11 * HOUR);
    assert!(test.is_signed_in(&unused).await);
    test.pass(12 * HOUR);
    assert!(!test.is_signed_in(&unused).await);

    let old = begin().await;
    for _ in 0..7 * 3 {
        assert!(test.is_signed_in(&old).await);
        test.pass(8 * HOUR);
    }
    assert!(!test.is_signed_in(&old).await, "after a week in any case");

    let left = begin().await;
    test.sign_in.end(&left.token).await.unwrap();
    assert!(!test.is_signed_in(&left).await);
    test.sign_in.end(&left.token).await.unwrap();

    let with_key = begin().await;
    let deactivated = test.keys.deactivate(key.key.id, Actor::Operator);
    deactivated.await.unwrap();
    assert!(!test.is_signed_in(&with_key).await);
}

#[tokio::test]
async fn no_token_but_that_of_a_session_is_one() {
    let test = Test::start().await;
    let key = test.key(KeyKind::Developer, ScopeSet::Unrestricted).await;
    let session = test.sign_in.with_key(&key.secret).await.unwrap();
    let token = session.token.expose();
    assert!(SessionToken::parse(token).is_some());
    let forged = token.replace('0', "1");
    let code = test.code(RoleSet::all()).await;
    for other in [&*forged, key.secret.expose(), code.expose()] {
        let other = SessionToken::parse(other).unwrap();
        let found = test.sign_in.resume(&other).await.unwrap();
        assert!(found.is_none());
    }
    for malformed in [
        "",
        "1",
        &token[1..],
        &format!("{token}0"),
        &token.to_uppercase(),
    ] {
        assert!(SessionToken::parse(malformed).is_none(), "{malformed}");
    }
    let as_key = KeySecret::new(token.to_owned());
    assert!(test.keys.authenticate(&as_key).await.is_err());
    let shown = format!("{:?}", session.token);
    assert!(!shown.contains(token), "{shown}");
}

#[tokio::test]
async fn the_session_that_was_unused_for_longest_makes_room() {
    let test = Test::start().await;
    let key = test.key(KeyKind::Developer, ScopeSet::Unrestricted).await;
    let mut sessions = Vec::new();
    for _ in 0..20 {
        sessions.push(test.sign_in.with_key(&key.secret).await.unwrap());
        test.pass(Duration::from_secs(120));
    }
    assert!(test.is_signed_in(&sessions[0]).await, "it is used");
    test.pass(Duration::from_secs(120));
    let another = test.sign_in.with_key(&key.secret).await.unwrap();
    assert!(test.is_signed_in(&another).await);
    assert!(test.is_signed_in(&sessions[0]).await);
    assert!(!test.is_signed_in(&sessions[1]).await);
    assert!(test.is_signed_in(&sessions[2]).await);
}

#[tokio::test]
async fn a_code_signs_one_person_in_once() {
    let test = Test::start().await;
    let wanted = roles(&[Role::Translator, Role::Operator]);
    let code = test.code(wanted.clone()).await;
    let (one, other) = tokio::join!(test.sign_in.with_code(&code), test.sign_in.with_code(&code));
    let (begun, refused) = match (one, other) {
        (Ok(begun), Err(refused)) | (Err(refused), Ok(begun)) => (begun, refused),
        both => panic!("of two one is signed in: {both:?}"),
    };
    assert_eq!(refused, SignInError::InvalidCode);
    assert_eq!(begun.signed_in.roles, wanted);
    assert_eq!(begun.signed_in.name(), "Anna");
    assert_eq!(begun.signed_in.caller.key.kind, KeyKind::Person);

    let late = test.code(wanted.clone()).await;
    test.pass(24 * HOUR);
    let begun = test.sign_in.with_code(&late).await.map(drop);
    assert_eq!(begun, Err(SignInError::InvalidCode));

    let again = test.code(wanted).await;
    let again = test.sign_in.with_code(&again).await.unwrap();
    let log = test.keys.audit_log(AuditFilter::default()).await.unwrap();
    let acts: Vec<&str> = log.iter().map(|record| &*record.act).collect();
    let expected = [
        "create_account",
        "create_sign_in_code",
        "create_key",
        "create_sign_in_code",
        "create_sign_in_code",
    ];
    assert_eq!(acts, expected, "the same name is the same person");
    assert!(test.is_signed_in(&again).await);
}

#[tokio::test]
async fn a_person_has_one_key_that_no_program_can_use() {
    let test = Test::start().await;
    test.account().await;
    let of = roles(&[Role::Translator]);
    let first = test
        .sign_in
        .as_person("firm", &anna(), of.clone())
        .await
        .unwrap();
    let married = Person {
        name: "Anna Berg".to_owned(),
        ..anna()
    };
    let second = test
        .sign_in
        .as_person("firm", &married, of.clone())
        .await
        .unwrap();
    assert_eq!(
        first.signed_in.caller.key.id,
        second.signed_in.caller.key.id
    );
    assert_eq!(second.signed_in.name(), "Anna Berg");
    let berta = berta();
    let (one, other) = tokio::join!(
        test.sign_in.as_person("firm", &berta, of.clone()),
        test.sign_in.as_person("firm", &berta, of.clone())
    );
    let key = |begun: NewSession| begun.signed_in.caller.key.id;
    assert_eq!(key(one.unwrap()), key(other.unwrap()));

    let keys = test.keys.list(None).await.unwrap();
    let persons = keys.iter().filter(|key| key.kind == KeyKind::Person);
    assert_eq!(persons.count(), 2);
    for _ in 0..25 {
        test.key(KeyKind::Developer, ScopeSet::Unrestricted).await;
    }
    let admin = test.key(KeyKind::Admin, ScopeSet::Unrestricted).await;
    let admin = test.keys.authenticate(&admin.secret).await.unwrap();
    let administration = Administration::new(test.keys.clone());
    let listed = administration.keys(&admin).await.unwrap();
    assert!(listed.iter().all(|key| key.kind == KeyKind::Developer));

    let id = first.signed_in.caller.key.id;
    test.keys.deactivate(id, Actor::Operator).await.unwrap();
    assert!(!test.is_signed_in(&second).await);
    let refused = test.sign_in.as_person("firm", &anna(), of.clone()).await;
    assert_eq!(refused.map(drop), Err(SignInError::PersonDeactivated));
    let nobody = test
        .sign_in
        .as_person("firm", &berta, RoleSet::default())
        .await;
    assert_eq!(nobody.map(drop), Err(SignInError::NoRole));
    let nowhere = test.sign_in.as_person("other", &berta, of).await;
    assert_eq!(nowhere.unwrap_err().kind(), ErrorKind::NotFound);
}

fn berta() -> Person {
    Person {
        identity: "https://id.example#2".to_owned(),
        name: "Berta".to_owned(),
    }
}

#[tokio::test]
async fn open_pages_are_for_translators_under_a_developer_key_that_works() {
    let test = Test::start().await;
    let developer = test.key(KeyKind::Developer, ScopeSet::Unrestricted).await;
    let open = test.sign_in.open(developer.key.id).await.unwrap().unwrap();
    assert_eq!(open.roles, roles(&[Role::Translator]));
    assert!(open.session.is_none());
    assert!(open.caller.may(Permission::WriteGlossaries).is_err());
    let admin = test.key(KeyKind::Admin, ScopeSet::Unrestricted).await;
    assert!(test.sign_in.open(admin.key.id).await.unwrap().is_none());
    let ended = test.keys.deactivate(developer.key.id, Actor::Operator);
    ended.await.unwrap();
    assert!(test.sign_in.open(developer.key.id).await.unwrap().is_none());
}

#[tokio::test]
async fn with_an_account_go_its_sessions_codes_and_persons() {
    use dragoman_domain::{AccountStore, Act, AuditEntry, SessionStore};
    let test = Test::start().await;
    let account = test.account().await;
    let code = test.code(RoleSet::all()).await;
    let session = test
        .sign_in
        .as_person("firm", &anna(), RoleSet::all())
        .await;
    let session = session.unwrap();
    let audit = AuditEntry {
        at: test.clock.now(),
        account: account.id,
        actor: Actor::Operator,
        act: Act::DeleteAccount {
            name: account.name.clone(),
        },
    };
    let store = &test.installation.store;
    store
        .delete_account(account.id, &audit)
        .await
        .unwrap()
        .unwrap();
    assert!(!test.is_signed_in(&session).await);
    let begun = test.sign_in.with_code(&code).await.map(drop);
    assert_eq!(begun, Err(SignInError::InvalidCode));
    let known = store
        .key_of_person(account.id, "https://id.example#1")
        .await;
    assert_eq!(known.unwrap(), None);
}
