## Documents

drop-documents = 여기에 문서를 끌어다 놓으십시오
# $megabytes is the size of the largest file.
drop-about = 또는 파일 선택: Word, PowerPoint, Excel, PDF, 웹 페이지, 자막, 이미지 등, 파일당 최대 { $megabytes } MB
choose-documents = 문서 선택
documents-list = 문서
download-all = 모두 다운로드
documents-stay = 번역된 문서는 다운로드하면 서버에서 삭제됩니다. 그때까지는 이 탭에서 받을 수 있습니다.
look-again = 새로 고침
progress = 진행률
document-queued = 대기 중
document-translating = 약 { $seconds }초 남음
document-done = { $characters }자
cancel = 취소
remove = 제거
document-failed = 번역되지 않음
