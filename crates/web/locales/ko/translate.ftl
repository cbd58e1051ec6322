## Translating texts

tabs-translate = 번역할 대상
tab-text = 텍스트
tab-documents = 문서
panes-label = 번역
from-label = 원문 언어
into-label = 번역 언어
# Before the languages that somebody used last.
last-used = 최근 사용
detect-language = 언어 감지
# $language is the name of a language.
detected-language = { $language }(감지됨)
swap = 언어 바꾸기
swap-title = 언어 바꾸기(Ctrl+Shift+S)
text-label = 텍스트
text-placeholder = 텍스트를 입력하거나 붙여 넣으십시오
length-title = 글자 수
clear = 지우기
translate = 번역
translation-appears = 번역이 여기에 표시됩니다.
texts-stay = 텍스트는 이 서버에만 남습니다.
read-aloud = 소리 내어 읽기
copy = 복사
copied = 복사됨
download = 다운로드
alternatives = 다른 표현
alternatives-title = 다른 표현 보기
alternatives-none = 여기에는 다른 표현이 없습니다.
from-memory = 번역 메모리에서 가져옴
from-glossary = 용어집에서 가져옴
engine-basic = 기본 번역: 대략적인 뜻만 전달
engine-neural = 신경망 번역
engine-language-model = 언어 모델
recalled = 메모리에서 가져온 문장 { $number }개
terms-placed = 용어집의 용어 { $number }개
chips-label = 번역 방식
chip-register = 격식
register-any = 상관없음
register-formal = 격식체
register-informal = 비격식체
chip-glossary = 용어집
chip-style = 스타일
chip-memory = 메모리
chip-none = 없음

## The history of translations, which the browser keeps

history = 기록
history-on = 내 번역 기록 저장
history-kept = 기록은 이 브라우저에만 저장되며 다른 사람은 볼 수 없습니다. 끄면 삭제됩니다.
# Where people translate without signing in.
history-kept-open = 기록은 이 브라우저에만 저장됩니다. 로그인하지 않고 이 브라우저를 쓰는 사람은 누구나 볼 수 있습니다. 끄면 삭제됩니다.
history-refused = 이 브라우저에서는 페이지가 아무것도 저장할 수 없습니다.
history-none = 아직 저장된 것이 없습니다.
history-again = 다시 번역
history-delete = 기록 삭제
