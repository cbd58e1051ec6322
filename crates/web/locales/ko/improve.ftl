## Improving texts

improve = 다듬기
improve-panes-label = 글 다듬기
improve-language = 언어
improve-own-language = 글의 언어
improve-placeholder = 다듬을 글을 입력하거나 붙여 넣으십시오
improve-how = 작업
improve-correct = 오류 교정
improve-rephrase = 더 나은 표현
improve-style = 문체
improve-style-none = 문체 상관없음
style-academic = 학술적인
style-business = 업무용
style-casual = 격의 없는
style-simple = 쉬운
style-confident = 자신 있는
style-diplomatic = 완곡한
style-enthusiastic = 열정적인
style-friendly = 친근한
improvement-appears = 다듬은 글과 바뀐 부분이 여기에 표시됩니다.
improved-text = 다듬은 글
change-title = 이 변경을 취소하거나 다시 적용
no-changes = 바뀐 부분이 없습니다.
changes = 변경 { $number }개
use-text = 원문으로 사용
