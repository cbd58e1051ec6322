## The pages of administration

nav-usage = 사용량
nav-administration = 관리
tab-keys = 키
tab-models = 모델
tab-health = 상태
no-limit = 없음
never = 없음
as-table = 표로 보기
keep = 유지
problem-day = 날짜는 2026-05-17과 같이 입력하십시오.
problem-scope = 키에는 여기에 나열된 권한만 줄 수 있습니다.
problem-number = 한도는 정수로 된 글자 수로 입력하거나 비워 두십시오.

## Usage

usage-account = 이번 기간의 계정 사용량
usage-own = 이번 기간의 내 사용량
# $most is a number of characters, $day the day on which the count begins anew.
usage-of = 한도 { $most }자 · { $day }에 갱신
usage-without-limit = 글자, 한도 없음 · { $day }에 다시 집계 시작
usage-from = 시작일
usage-to = 종료일
usage-show = 보기
usage-current = 이번 기간
usage-shares = 텍스트, 문서, 글 다듬기
usage-texts = 텍스트
usage-documents = 문서
usage-improvement = 글 다듬기
# $percent is a whole number, $characters how many characters that are.
usage-share = { $percent }% · { $characters }자
usage-busiest = 가장 많이 쓴 키
usage-by-day = 일별 글자 수
usage-by-key = 키
usage-by-tag = 태그
usage-day = 날짜
usage-tag = 태그
usage-characters = 글자 수
usage-none = 이 기간에는 사용 기록이 없습니다.
usage-more-tags = 태그가 더 있습니다. 전체 목록은 파일에 들어 있습니다.

## Keys

keys-programs = 프로그램용 키
keys-none = 아직 없습니다.
keys-ended = 폐기됨
keys-back = 모든 키
keys-persons = 사용자
keys-persons-about = 본인 이름으로 이 계정에 로그인한 사람들입니다. 이들이 쓴 양은 계정 사용량에 포함됩니다.
key-label = 이름
key-mask = 키
key-scopes = 권한
key-used = 이번 기간 사용량
key-limit = 한도
key-made = 생성일
key-expires = 만료일
key-ended = 폐기됨
person-name = 이름
person-since = 첫 로그인
scopes-all = 전체
key-new = 키 만들기
key-scopes-about = 아무것도 선택하지 않으면 프로그램에 허용되는 모든 작업을 할 수 있는 키가 됩니다.
key-expires-after = 마지막 날
key-expires-about = 키는 이날이 끝날 때(UTC)까지 쓸 수 있습니다. 날짜를 비워 두면 만료되지 않습니다.
key-make = 키 만들기
scope-translate-text = 텍스트 번역
scope-translate-document = 문서 번역
scope-improve-text = 글 다듬기
scope-read-glossaries = 용어집 읽기
scope-write-glossaries = 용어집 변경
scope-read-style-rules = 스타일 규칙 읽기
scope-write-style-rules = 스타일 규칙 변경
scope-read-memories = 번역 메모리 읽기
scope-read-languages = 언어 목록 보기
scope-read-usage = 사용량 읽기
# $label is what the key is called.
key-made-title = “{ $label }” 키를 만들었습니다
key-secret-once = 지금 복사해 두십시오. 키는 이번 한 번만 표시되며, 이후에는 아무도 볼 수 없습니다.
key-rename = 이름 바꾸기
key-limit-about = 한 기간에 쓸 수 있는 글자 수입니다. 비워 두면 한도가 없고, 0이면 전혀 쓸 수 없습니다.
key-set-limit = 한도 설정
key-end = 키 폐기
key-end-question = “{ $label }” 키를 폐기하시겠습니까?
person-end = 접근 권한 회수
person-end-question = “{ $label }”의 접근 권한을 회수하시겠습니까?
end-about = 바로 적용되며 되돌릴 수 없습니다.
end-own = 지금 이것으로 로그인되어 있으므로, 계속하면 로그아웃됩니다.

## Models

models-installed = 설치된 모델
models-none = 설치된 모델이 없습니다.
models-used = 모델이 차지하는 용량은 { $used }입니다.
models-free = 디스크의 남은 공간은 { $free }입니다.
models-fetch = 모델 다운로드
models-fetched = 다운로드 현황
models-available = 다운로드할 수 있는 모델
models-back = 설치된 모델
models-old-catalogue = 카탈로그에 연결할 수 없어 예전 사본을 표시합니다.
megabytes = { $number } MB
model-pair = 언어
model-name = 이름
model-size = 크기
model-quality = COMET
model-quality-about = COMET은 배포자가 밝힌 품질 점수로, 1에 가까울수록 좋습니다. 언어 쌍이 다르면 점수를 서로 비교할 수 없습니다.
model-licence = 라이선스
model-origin = 출처
model-installed = 설치일
model-architecture = 종류
model-fetch = 다운로드
model-is-installed = 설치됨
model-remove = 제거
model-remove-question = { $name } 모델을 제거하시겠습니까?
model-remove-about = 제거하면 이 언어들은 다른 엔진으로 번역되거나 번역할 수 없게 됩니다. 모델은 다시 다운로드할 수 있습니다.
# $folder is the path of a folder, $reason a sentence about what is wrong with it.
model-broken = { $folder }: 모델이 아닙니다. { $reason }
licence-not-stated = 명시되지 않음
pull-beginning = 시작하는 중
pull-checking = 확인하는 중
pull-done = 설치됨
pull-failed = 설치되지 않았습니다.
# $detail is a sentence of the program in English.
problem-catalogue = 모델 카탈로그를 읽을 수 없습니다. { $detail }
problem-no-model = 이 모델은 더 이상 설치되어 있지 않습니다.
problem-model = { $detail }
problem-too-many-pulls = 한 번에 다운로드할 수 있는 모델은 { $most }개까지입니다. 그중 하나가 끝날 때까지 기다려 주십시오.

## Health

health-about = 데이터 폴더, 엔진, 모델, 서버와 함께 쓰는 프로그램까지 설치된 모든 부분을 점검합니다. 몇 분 걸릴 수 있습니다.
health-check = 지금 점검
health-running = 점검하는 중입니다.
# $time is a day and a time of it in UTC.
health-checked = 점검 시각: { $time } UTC
finding-good = 정상
finding-missing = 없음
finding-broken = 고장
problem-check-timed-out = { $seconds }초가 지나 점검을 중단했습니다. 무엇이 응답하지 않는지는 서버 로그에 나와 있을 수 있습니다.
problem-check = 점검할 수 없습니다. { $detail }

## About

nav-about = Dragoman 정보
about-version = 버전
about-licence = 라이선스
about-libraries = 사용한 라이브러리
about-programs = 끝에 있는 항목들은 별도의 프로그램이며, 설치되어 있을 때 사용됩니다. 사전에도 각각의 라이선스가 있습니다.
about-models = 설치된 모델의 라이선스
