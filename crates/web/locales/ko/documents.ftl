## Documents

drop-documents = 여기에 문서를 끌어다 놓으십시오
# $megabytes is the size of the largest file.
drop-about = 또는 파일 선택: Word, PowerPoint, Excel, PDF, 웹 페이지, 자막, 이미지 등, 파일당 최대 { $megabytes } MB
choose-documents = 문서 선택
documents-list = 문서
both-languages = 두 언어 모두
pdf-as = PDF 형식
pdf-as-word = Word 문서
download-all = 모두 다운로드
download-and-compare = 다운로드하고 비교
original = 원본
translation = 번역
documents-stay = 번역된 문서는 다운로드하면 서버에서 삭제됩니다. 그때까지는 이 탭에서 받을 수 있습니다.
look-again = 새로 고침
progress = 진행률
document-queued = 대기 중
document-translating = 약 { $seconds }초 남음
document-done = { $characters }자
cancel = 취소
remove = 제거
document-failed = 번역되지 않음

## Why a document was not translated, by the code of the failure; reasons in it are English

failure-damaged = 파일이 손상되었습니다. 중간에 끊겼거나 내용이 서로 맞지 않습니다. 다시 보내십시오.
failure-malformed = 올바른 { $format } 문서가 아닙니다: { $reason }. 파일을 만든 프로그램에서 다시 저장한 뒤 보내십시오.
failure-encrypted = 문서가 암호로 보호되어 있습니다. 보호를 해제한 뒤 다시 보내십시오.
failure-too-large = 문서가 너무 큽니다. 최대 { $most }까지 가능합니다({ $what }). 문서를 나누십시오.
failure-no-filter = 이 서버에서는 { $format } 파일을 번역할 수 없습니다. 서버 운영자에게 알려 주십시오: { $remedy }.
failure-unsupported = 문서를 번역할 수 없습니다: { $reason }.
failure-unknown-language = 문서의 언어를 인식하지 못했습니다. 언어를 선택한 뒤 문서를 다시 보내십시오.
failure-same-language = 문서가 이미 번역하려는 언어로 되어 있습니다. 다른 언어를 선택하십시오.
failure-nothing-to-translate = 문서에 번역할 텍스트가 없습니다.
failure-nothing-translated = 문서의 텍스트가 전혀 번역되지 않았습니다. 원문 언어를 확인하십시오.
failure-engine-down = 이 언어들의 엔진이 응답하지 않습니다. 나중에 문서를 다시 보내십시오.
failure-unsupported-pair = 여기에서는 다음 언어로 문서를 번역할 수 없습니다: { $source } → { $target }.
failure-missing-pair = 여기에서는 아직 다음 언어로 문서를 번역할 수 없습니다: { $source } → { $target }. 서버 운영자가 추가할 수 있습니다.
failure-no-style = 다음 언어들의 엔진은 스타일 규칙을 모두 따를 수 없습니다: { $source } → { $target }. 스타일을 선택하지 말고 보내십시오.
failure-customization = 번역에 선택한 항목을 사용할 수 없습니다: { $reason }. 다른 것을 선택한 뒤 문서를 다시 보내십시오.
failure-too-many-characters = 문서가 { $characters }자이며, 최대 { $most }자까지 가능합니다. 문서를 나누십시오.
failure-too-many-unfetched = 이 문서를 더하면 오늘 보내고 아직 다운로드하지 않은 문서가 최대 글자 수인 { $most }자를 넘습니다. 먼저 일부를 다운로드하거나 내일(UTC) 보내십시오.
failure-account-limit = 문서의 글자 수가 이번 달에 계정에 남은 글자 수보다 많습니다. 문서를 나누거나 집계가 다시 시작되면 보내십시오.
failure-key-limit = 문서의 글자 수가 이번 달에 이 키에 남은 글자 수보다 많습니다. 문서를 나누십시오. 관리자가 키의 한도를 늘릴 수도 있습니다.
failure-key-gone = 문서를 보낼 때 사용한 키가 폐기되었습니다. 다른 키로 보내십시오.
failure-interrupted = 번역이 { $attempts }번 중단되어 더 이상 시도하지 않습니다. 서버 운영자에게 알려 주십시오. 원인은 서버 로그에 있습니다.
failure-too-much-memory = 문서를 처리하려면 이 서버가 문서 하나에 할당하는 것보다 많은 RAM이 필요합니다. 문서를 나누거나 서버 운영자에게 할당량을 늘려 달라고 요청하십시오.
failure-unreadable = 문서를 더 이상 읽을 수 없습니다. 다시 보내십시오.
failure-server-failed = 서버에 오류가 생겼습니다. 원인은 서버 로그에 있습니다. 문서를 다시 보내고, 그래도 해결되지 않으면 서버 운영자에게 알려 주십시오.
failure-other = 문서가 번역되지 않았습니다. { $detail }
