## The frame

skip-to-content = 본문으로 건너뛰기
nav-pages = 페이지
nav-translate = 번역
nav-documents = 문서
nav-improve = 글 다듬기
nav-settings = 설정
signed-in-as = 로그인한 사용자
sign-in = 로그인
sign-out = 로그아웃
role-translator = 번역자
role-terminology = 용어 관리자
role-administrator = 계정 관리자
role-operator = 서버 운영자

## Signing in

sign-in-title = Dragoman 로그인
sign-in-about = 텍스트와 문서는 이 서버에만 남습니다.
sign-in-key = 키
sign-in-key-note = 발급받은 키입니다. 이 브라우저에는 저장되지 않습니다.
sign-in-code-about = 이 주소로 한 번 로그인할 수 있습니다.
sign-in-with-key = 대신 키로 로그인
# $name is what the organisation calls its sign-in.
sign-in-open-id = { $name } 계정으로 로그인
sign-in-by-proxy = 이 서버 앞의 프록시가 사용자를 알려 주어야 하는데, 아무도 알려 주지 않았습니다. 프록시에서 로그인하십시오. 이미 로그인했다면 서버 운영자에게 알려 주십시오.

## Settings

settings-language = 화면 언어
settings-language-browser = 브라우저 설정에 따름
settings-theme = 화면 모드
settings-from = 원문 언어
settings-to = 번역 언어
settings-kept = 이 설정은 이 브라우저에만 저장됩니다.
theme-system = 시스템 설정에 따름
theme-light = 밝게
theme-dark = 어둡게
theme-contrast = 고대비
save = 저장
