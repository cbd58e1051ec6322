## Improving texts

improve = 改善
improve-panes-label = 文章改善
improve-language = 言語
improve-own-language = テキストの言語
improve-placeholder = 改善したいテキストを入力または貼り付け
improve-how = 改善の方法
improve-correct = 誤りの訂正
improve-rephrase = 言い回しの改善
improve-style = スタイル
improve-style-none = 指定なし
style-academic = 学術的
style-business = ビジネス
style-casual = カジュアル
style-simple = シンプル
style-confident = 自信のある
style-diplomatic = そつのない
style-enthusiastic = 熱意のある
style-friendly = 親しみやすい
improvement-appears = ここに、改善後のテキストが変更箇所とともに表示されます。
improved-text = 改善後のテキスト
change-title = この変更を元に戻す、またはもう一度適用する
no-changes = 変更はありません。
changes = 変更 { $number }件
use-text = このテキストを使う
