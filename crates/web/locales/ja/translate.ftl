## Translating texts

tabs-translate = 翻訳するもの
tab-text = テキスト
tab-documents = ドキュメント
panes-label = 翻訳
from-label = 翻訳元
into-label = 翻訳先
# Before the languages that somebody used last.
last-used = 最近使った言語
detect-language = 言語を自動検出
# $language is the name of a language.
detected-language = { $language }（自動検出）
swap = 言語を入れ替え
swap-title = 言語を入れ替え（Ctrl+Shift+S）
text-label = テキスト
text-placeholder = テキストを入力または貼り付け
length-title = 文字数
clear = クリア
translate = 翻訳
translation-appears = ここに訳文が表示されます。
texts-stay = テキストは、このサーバーの外に出ません。
read-aloud = 読み上げ
copy = コピー
copied = コピーしました
download = ダウンロード
alternatives = 別の訳し方
alternatives-title = 別の訳し方を表示
alternatives-none = ここには別の訳し方がありません。
from-memory = 翻訳メモリから
from-glossary = 用語集から
engine-basic = 簡易翻訳: 大意のみ
engine-neural = ニューラル翻訳
engine-language-model = 言語モデル
recalled = 翻訳メモリの文: { $number }件
terms-placed = 用語集の用語: { $number }件
chips-label = 翻訳の条件
chip-register = フォーマル度
register-any = 指定なし
register-formal = フォーマル
register-informal = カジュアル
chip-glossary = 用語集
chip-style = スタイル
chip-memory = 翻訳メモリ
chip-none = なし

## The history of translations, which the browser keeps

history = 履歴
history-on = 翻訳の履歴を保存する
history-kept = 履歴はこのブラウザーにのみ保存され、ほかの人には見えません。オフにすると削除されます。
# Where people translate without signing in.
history-kept-open = 履歴はこのブラウザーにのみ保存されます。ログインせずにこのブラウザーを使う人には、この履歴が見えます。オフにすると削除されます。
history-refused = このブラウザーでは、このページの内容を保存できません。
history-none = まだ何も保存されていません。
history-again = もう一度翻訳
history-delete = 履歴を削除
