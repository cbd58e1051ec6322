## Terms: glossaries, translation memories, style rules

nav-terms = 用語
tab-glossaries = 用語集
tab-memories = 翻訳メモリ
tab-style-rules = スタイルルール
name = 名前
language = 言語
languages = 言語
made = 作成日
changed = 更新日
make = 作成
rename = 名前を変更
search = 検索
import = インポート
rows = 行
rows-first = 先頭へ
rows-before = 前へ
rows-next = 次へ
# $first and $last are the numbers of rows, $all is how many there are.
rows-which = { $first }～{ $last } / { $all }件

## Glossaries

glossaries-all = すべての用語集
glossaries-none = 用語集はまだありません。用語集では、用語をどう訳すかを決められます。
glossary-new = 用語集の作成
glossary-delete = 用語集を削除
glossary-delete-question = 用語集「{ $name }」とそのすべての項目を削除しますか？元に戻すことはできません。
dictionaries = 言語の組み合わせ
dictionaries-none = この用語集にはまだ項目がありません。項目をインポートしてください。
dictionary-delete = これらの項目を削除
# $pair is a pair of languages, such as “English → German”.
dictionary-delete-question = { $pair } の項目をすべて削除しますか？元に戻すことはできません。
entries = 項目
entries-paste = 項目（1行に1つ: 用語、タブまたはカンマ、訳語）
entries-file = またはファイル（TSV、CSV）
entries-note = 1つの用語は1行だけに書いてください。表計算ソフトからコピーした表はタブ区切りになります。ファイルを選択した場合は、貼り付けた内容ではなくファイルが使われます。
entries-import = 項目をインポート
entries-none-found = 見つかりませんでした。
import-merge = 既存の項目に追加する（同じ用語がある場合は訳語を置き換える）
import-replace = この言語の組み合わせの項目をすべて置き換える
entry-add = 追加
entry-remove = 削除
download-tsv = TSV でダウンロード
download-csv = CSV でダウンロード

## Translation memories

memories-all = すべての翻訳メモリ
memories-none = 翻訳メモリはまだありません。翻訳メモリには、再利用する文とその訳文が入ります。
memory-import = 翻訳メモリをインポート
# $megabytes is the size of the largest file.
memory-file = TMX ファイル（{ $megabytes } MB まで）
memory-name-note = 名前を入力しない場合は、ファイルの名前になります。
memory-importing = ファイルを受け取り、インポートしています。
memory-exporting = ファイルを書き出しています。
memory-imported = 翻訳メモリをインポートしました。
memory-skipped = ファイルの{ $skipped }件を除外しました。対応する言語の原文または訳文がないか、長すぎます。
memory-open = 翻訳メモリを開く
memory-export = TMX でエクスポート
memory-download = TMX ファイルをダウンロード
memory-job-expired = このファイルはもうありません。翻訳メモリをもう一度エクスポートしてください。
memory-delete = 翻訳メモリを削除
memory-delete-question = 翻訳メモリ「{ $name }」とそのすべてのセグメントを削除しますか？元に戻すことはできません。
segments = セグメント
segments-number = { $segments }セグメント
segments-none-found = セグメントがありません。
translations = 訳文

## Style rules

style-lists-all = すべてのスタイルルール
style-lists-none = スタイルルールはまだありません。スタイルルールでは、その言語の訳文の書き方を決められます。
style-list-new = スタイルルールの作成
style-list-language = 訳文の言語
style-list-delete = スタイルルールを削除
style-list-delete-question = スタイルルール「{ $name }」を削除しますか？元に戻すことはできません。
rules = ルール
rules-chosen = { $rules ->
    [0] 選択なし
   *[other] { $rules }件を選択
}
rule-not-set = 指定なし
rule-needs-model = 言語モデルが必要です。
rule-needs-register = このフォーマル度を翻訳エンジンに指定します。対応していないエンジンもあります。
instructions = カスタム指示
instructions-note = そのほかの要望を文で書きます。言語モデルが必要です。
instructions-none = ありません。
instruction-prompt = 指示
instruction-source = 対象の原文の言語
instruction-any-source = すべての言語
instruction-add = 追加
instruction-remove = 削除

## What goes wrong with them

problem-name-missing = 名前を入力してください。
problem-name-control = 名前は、制御文字を含まない1行にしてください。
problem-name-too-long = 名前が長すぎます。上限は { $most } です。
problem-name-taken = 「{ $name }」という名前はすでに使われています。別の名前にしてください。
problem-no-pair = 両方の言語を選択してください。
problem-no-language = 言語を選択してください。
problem-same-language = 異なる2つの言語を選択してください。
problem-no-entries = 項目がありません。項目を貼り付けるか、ファイルを選択してください。
problem-entries-not-utf8 = 項目が UTF-8 のテキストではありません。ファイルを「CSV UTF-8」または UTF-8 のテキストとして保存してください。
problem-entries-too-large = 用語集に入れられる項目の量を超えています。上限は { $most } MiB です。用語集を分けてください。
problem-entries-other-pairs = すべての行が別の言語のものです。選択した言語と、3列目と4列目を確認してください。
# $line is the number of a line of the file, from 1.
problem-entries-missing-target = { $line }行目に訳語がありません。用語と訳語の間にはタブまたはカンマを入れます。
problem-entries-second-tab = { $line }行目にタブが2つ以上あります。用語、タブ、訳語の順に書いてください。
problem-entries-empty-term = { $line }行目の用語または訳語が空です。
problem-entries-long-term = { $line }行目の用語または訳語が長すぎます。上限は { $most } バイトです。
problem-entries-control = { $line }行目の用語または訳語に、タブや改行などの制御文字が含まれています。
# $first is the number of the earlier line.
problem-entries-duplicate = { $line }行目の用語は、すでに{ $first }行目にあります。どちらかを残してください。
problem-entries-open-quote = { $line }行目の引用符が閉じられていません。
problem-entries-stray-quote = { $line }行目の、置けない位置に引用符があります。フィールド全体を引用符で囲み、その中の引用符は2つ重ねてください。
problem-entry-exists = 「{ $source }」は「{ $target }」としてすでに登録されています。その項目を変更してください。
problem-entry-changed = 「{ $source }」は、その間にほかの人が変更し、現在は「{ $now }」です。入力した「{ $wrote }」は保存されていません。正しい場合は、もう一度変更してください。
problem-entry-changed-not-removed = 「{ $source }」は、その間にほかの人が変更し、現在は「{ $now }」です。削除していません。
problem-entry-gone = 「{ $source }」は、その間にほかの人が削除したか、名前を変更しました。入力した「{ $wrote }」は保存されていません。正しい場合は、追加してください。
problem-entry-removed-already = 「{ $source }」は、その間にほかの人が削除したか、名前を変更しました。
problem-last-entry = これは最後の項目です。代わりに、この言語の組み合わせの項目をすべて削除してください。
problem-try-again = ほかの人が同時に変更しました。もう一度お試しください。
problem-glossary-gone = この用語集はありません。削除された可能性があります。
problem-dictionary-gone = 用語集にこの言語の項目がありません。削除された可能性があります。
problem-memory-gone = この翻訳メモリはありません。削除された可能性があります。
problem-memory-job-gone = このファイルはもうないか、このインポートまたはエクスポートが見つかりません。
problem-memory-too-large = ファイルが { $most } MB を超えています。分割してください。
problem-no-memory-file = TMX ファイルを選択してください。
problem-style-list-gone = このスタイルルールはありません。削除された可能性があります。
problem-style-list-changed = このスタイルルールは、その間にほかの人が変更しました。何も実行していません。現在の内容を下に表示しています。
problem-instruction-gone = この指示はありません。削除された可能性があります。
problem-instruction-label = 指示の名前は1～{ $most }文字で入力してください。
problem-instruction-prompt = 指示は1～{ $most }文字で入力してください。
