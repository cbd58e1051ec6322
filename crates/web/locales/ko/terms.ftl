## Terms: glossaries, translation memories, style rules

nav-terms = 용어
tab-glossaries = 용어집
tab-memories = 번역 메모리
tab-style-rules = 스타일 규칙
name = 이름
language = 언어
languages = 언어
made = 생성일
changed = 변경일
make = 만들기
rename = 이름 바꾸기
search = 검색
import = 가져오기
rows = 행
rows-first = 처음으로
rows-before = 이전
rows-next = 다음
# $first and $last are the numbers of rows, $all is how many there are.
rows-which = { $all }개 중 { $first }–{ $last }

## Glossaries

glossaries-all = 모든 용어집
glossaries-none = 아직 용어집이 없습니다. 용어집은 용어를 어떻게 번역할지 정합니다.
glossary-new = 용어집 만들기
glossary-delete = 용어집 삭제
glossary-delete-question = “{ $name }” 용어집과 그 항목을 모두 삭제하시겠습니까? 되돌릴 수 없습니다.
dictionaries = 언어 쌍
dictionaries-none = 이 용어집에는 아직 항목이 없습니다. 항목을 가져오십시오.
dictionary-delete = 이 항목들 삭제
# $pair is a pair of languages, such as “English → German”.
dictionary-delete-question = { $pair } 항목을 모두 삭제하시겠습니까? 되돌릴 수 없습니다.
entries = 항목
entries-paste = 한 줄에 한 항목씩: 용어, 탭 또는 쉼표, 번역
entries-file = 또는 파일(TSV 또는 CSV)
entries-note = 한 용어는 한 줄에만 있어야 합니다. 스프레드시트에서 복사한 표는 탭으로 구분됩니다. 파일을 선택하면 붙여 넣은 내용 대신 파일을 사용합니다.
entries-import = 항목 가져오기
entries-none-found = 검색 결과가 없습니다.
import-merge = 기존 항목에 추가(이미 있는 용어는 번역을 교체)
import-replace = 이 언어 쌍의 항목을 모두 교체
entry-add = 추가
entry-remove = 제거
download-tsv = TSV로 다운로드
download-csv = CSV로 다운로드

## Translation memories

memories-all = 모든 번역 메모리
memories-none = 아직 번역 메모리가 없습니다. 번역 메모리에는 다시 쓸 수 있는 문장과 그 번역이 담깁니다.
memory-import = 번역 메모리 가져오기
# $megabytes is the size of the largest file.
memory-file = TMX 파일, 최대 { $megabytes } MB
memory-name-note = 이름을 비워 두면 파일 이름을 사용합니다.
memory-importing = 파일을 받았으며 가져오는 중입니다.
memory-exporting = 파일을 쓰는 중입니다.
memory-imported = 번역 메모리를 가져왔습니다.
memory-skipped = 파일의 단위 { $skipped }개를 제외했습니다. 알려진 언어로 된 원문이나 번역이 없거나 너무 깁니다.
memory-open = 번역 메모리 열기
memory-export = TMX로 내보내기
memory-download = TMX 파일 다운로드
memory-job-expired = 이 파일은 더 이상 없습니다. 번역 메모리를 다시 내보내십시오.
memory-delete = 번역 메모리 삭제
memory-delete-question = “{ $name }” 번역 메모리와 그 세그먼트를 모두 삭제하시겠습니까? 되돌릴 수 없습니다.
segments = 세그먼트
segments-number = 세그먼트 { $segments }개
segments-none-found = 세그먼트가 없습니다.
translations = 번역

## Style rules

style-lists-all = 모든 스타일 규칙
style-lists-none = 아직 스타일 규칙이 없습니다. 스타일 규칙은 한 언어의 번역문을 어떻게 쓸지 정합니다.
style-list-new = 스타일 규칙 목록 만들기
style-list-language = 번역문의 언어
style-list-delete = 스타일 규칙 삭제
style-list-delete-question = “{ $name }” 스타일 규칙을 삭제하시겠습니까? 되돌릴 수 없습니다.
rules = 규칙
rules-chosen = { $rules ->
    [0] 선택 없음
   *[other] { $rules }개 선택
}
rule-not-set = 지정 안 함
rule-needs-model = 언어 모델이 필요합니다.
rule-needs-register = 엔진에 이 높임 방식을 요청합니다. 모든 엔진이 지원하는 것은 아닙니다.
instructions = 사용자 지정 지침
instructions-note = 그 밖에 원하는 것을 적은 온전한 문장입니다. 언어 모델이 필요합니다.
instructions-none = 없습니다.
instruction-prompt = 지침
instruction-source = 원문 언어
instruction-any-source = 모든 언어
instruction-add = 추가
instruction-remove = 제거

## What goes wrong with them

problem-name-missing = 이름을 입력하십시오.
problem-name-control = 이름은 제어 문자가 없는 한 줄이어야 합니다.
problem-name-too-long = 이름이 너무 깁니다. 최대 { $most }까지 가능합니다.
problem-name-taken = “{ $name }”(이)라는 이름이 이미 있습니다. 다른 이름을 선택하십시오.
problem-no-pair = 두 언어를 모두 선택하십시오.
problem-no-language = 언어를 선택하십시오.
problem-same-language = 서로 다른 두 언어를 선택하십시오.
problem-no-entries = 항목이 없습니다. 항목을 붙여 넣거나 파일을 선택하십시오.
problem-entries-not-utf8 = 항목이 UTF-8 텍스트가 아닙니다. 파일을 “CSV UTF-8” 또는 UTF-8 텍스트로 저장하십시오.
problem-entries-too-large = 한 용어집에 담을 수 있는 양을 넘었습니다. 최대 { $most } MiB까지 가능합니다. 여러 용어집으로 나누십시오.
problem-entries-other-pairs = 모든 줄이 다른 언어용입니다. 선택한 언어와 세 번째, 네 번째 열을 확인하십시오.
# $line is the number of a line of the file, from 1.
problem-entries-missing-target = { $line }행에 번역이 없습니다. 용어와 번역 사이에 탭이나 쉼표를 넣으십시오.
problem-entries-second-tab = { $line }행에 탭이 두 개 이상 있습니다. 한 행은 용어, 탭, 번역으로 이루어집니다.
problem-entries-empty-term = { $line }행의 용어나 번역이 비어 있습니다.
problem-entries-long-term = { $line }행에 너무 긴 용어가 있습니다. 최대 { $most }바이트까지 가능합니다.
problem-entries-control = { $line }행의 용어에 탭, 줄 바꿈 또는 다른 제어 문자가 있습니다.
# $first is the number of the earlier line.
problem-entries-duplicate = { $line }행의 용어가 { $first }행에 이미 있습니다. 둘 중 하나만 남기십시오.
problem-entries-open-quote = { $line }행의 따옴표가 닫히지 않았습니다.
problem-entries-stray-quote = { $line }행에 따옴표가 있으면 안 되는 자리에 있습니다. 필드 전체를 따옴표로 묶고, 그 안의 따옴표는 두 번씩 쓰십시오.
problem-entry-exists = “{ $source }” 항목이 “{ $target }”(으)로 이미 있습니다. 그 항목을 변경하십시오.
problem-entry-changed = 그사이 누군가 “{ $source }” 항목을 변경하여 지금은 “{ $now }”입니다. 입력한 “{ $wrote }”은(는) 저장되지 않았습니다. 그것이 맞다면 다시 변경하십시오.
problem-entry-changed-not-removed = 그사이 누군가 “{ $source }” 항목을 변경하여 지금은 “{ $now }”입니다. 항목은 제거되지 않았습니다.
problem-entry-gone = 그사이 누군가 “{ $source }” 항목을 제거하거나 이름을 바꾸었습니다. 입력한 “{ $wrote }”은(는) 저장되지 않았습니다. 그것이 맞다면 추가하십시오.
problem-entry-removed-already = 그사이 누군가 “{ $source }” 항목을 제거하거나 이름을 바꾸었습니다.
problem-last-entry = 마지막 항목입니다. 대신 이 언어 쌍의 항목을 모두 삭제하십시오.
problem-try-again = 다른 사람이 동시에 변경했습니다. 다시 시도하십시오.
problem-glossary-gone = 이 용어집이 없습니다. 삭제되었을 수 있습니다.
problem-dictionary-gone = 용어집에 이 언어들의 항목이 없습니다. 삭제되었을 수 있습니다.
problem-memory-gone = 이 번역 메모리가 없습니다. 삭제되었을 수 있습니다.
problem-memory-job-gone = 이 파일이 더 이상 없거나, 알 수 없는 가져오기 또는 내보내기 작업입니다.
problem-memory-too-large = 파일이 { $most } MB보다 큽니다. 파일을 나누십시오.
problem-no-memory-file = TMX 파일을 선택하십시오.
problem-style-list-gone = 이 스타일 규칙이 없습니다. 삭제되었을 수 있습니다.
problem-style-list-changed = 그사이 누군가 이 스타일 규칙을 변경했습니다. 아무것도 처리되지 않았으며, 아래에 현재 상태가 표시됩니다.
problem-instruction-gone = 이 지침이 없습니다. 제거되었을 수 있습니다.
problem-instruction-label = 지침의 이름은 1~{ $most }자여야 합니다.
problem-instruction-prompt = 지침은 1~{ $most }자여야 합니다.
