## The pages of administration

nav-usage = 使用状況
nav-administration = 管理
tab-keys = アクセスキー
tab-models = モデル
tab-health = 状態
no-limit = なし
never = なし
as-table = 表で表示
keep = 残す
problem-day = 日付は 2026-05-17 のように入力してください。
problem-scope = アクセスキーに付与できるのは、ここに挙げたものだけです。
problem-number = 上限は整数の文字数で入力するか、空欄にしてください。

## Usage

usage-account = この期間のアカウント全体
usage-own = この期間のあなた
# $most is a number of characters, $day the day on which the count begins anew.
usage-of = / { $most }文字 · { $day } に更新
usage-without-limit = 文字、上限なし · { $day } にリセット
usage-from = 開始日
usage-to = 終了日
usage-show = 表示
usage-current = この期間
usage-shares = テキスト、ドキュメント、文章改善
usage-texts = テキスト
usage-documents = ドキュメント
usage-improvement = 文章改善
# $percent is a whole number, $characters how many characters that are.
usage-share = { $percent }% · { $characters }文字
usage-busiest = 最も使われたアクセスキー
usage-by-day = 日別の文字数
usage-by-key = アクセスキー
usage-by-tag = タグ
usage-day = 日付
usage-tag = タグ
usage-characters = 文字数
usage-none = この期間の記録はありません。
usage-more-tags = タグはほかにもあります。ファイルにはすべて入っています。

## Keys

keys-programs = プログラム用のアクセスキー
keys-none = まだありません。
keys-ended = 無効
keys-back = すべてのアクセスキー
keys-persons = ユーザー
keys-persons-about = 自分の名前でこのアカウントにログインした人です。使用量はアカウントに計上されます。
key-label = ラベル
key-mask = アクセスキー
key-scopes = 許可する操作
key-used = この期間の使用量
key-limit = 上限
key-made = 作成日
key-expires = 有効期限
key-ended = 無効
person-name = 名前
person-since = 初回ログイン
scopes-all = すべて
key-new = アクセスキーの作成
key-scopes-about = 何も選択しないアクセスキーには、プログラムに許されるすべての操作が許可されます。
key-expires-after = 最終日
key-expires-about = アクセスキーはこの日の終わり（UTC）まで使えます。空欄の場合、期限はありません。
key-make = アクセスキーを作成
scope-translate-text = テキストの翻訳
scope-translate-document = ドキュメントの翻訳
scope-improve-text = テキストの改善
scope-read-glossaries = 用語集の閲覧
scope-write-glossaries = 用語集の変更
scope-read-style-rules = スタイルルールの閲覧
scope-write-style-rules = スタイルルールの変更
scope-read-memories = 翻訳メモリの閲覧
scope-read-languages = 言語の一覧
scope-read-usage = 使用状況の閲覧
# $label is what the key is called.
key-made-title = アクセスキー「{ $label }」を作成しました
key-secret-once = 今すぐコピーしてください。表示されるのは今回だけで、後から見ることは誰にもできません。
key-rename = 名前を変更
key-limit-about = 1期間の文字数です。空欄の場合は上限なし、0 の場合は一切使えません。
key-set-limit = 上限を設定
key-end = アクセスキーを無効にする
key-end-question = アクセスキー「{ $label }」を無効にしますか？
person-end = アクセス権を取り消す
person-end-question = 「{ $label }」のアクセス権を取り消しますか？
end-about = すぐに反映され、元に戻すことはできません。
end-own = 現在これでログインしているため、ログアウトされます。

## Models

models-installed = インストール済みのモデル
models-none = インストールされているモデルはありません。
models-used = 使用量は { $used } です。
models-free = ディスクの空き容量は { $free } です。
models-fetch = モデルをダウンロード
models-fetched = ダウンロード
models-available = ダウンロードできるモデル
models-back = インストール済みのモデル
models-old-catalogue = カタログに接続できません。表示しているのは古いコピーです。
megabytes = { $number } MB
model-pair = 言語
model-name = 名前
model-size = サイズ
model-quality = COMET
model-quality-about = COMET は提供元が公表している品質の値で、1 に近いほど高品質です。異なる言語の組み合わせの値は比較できません。
model-licence = ライセンス
model-origin = 提供元
model-installed = インストール日
model-architecture = 種類
model-fetch = ダウンロード
model-is-installed = インストール済み
model-remove = 削除
model-remove-question = モデル { $name } を削除しますか？
model-remove-about = 削除すると、これらの言語には別の翻訳エンジンが使われるか、翻訳できなくなります。モデルはもう一度ダウンロードできます。
# $folder is the path of a folder, $reason a sentence about what is wrong with it.
model-broken = { $folder } はモデルではありません: { $reason }
licence-not-stated = 記載なし
pull-beginning = 開始中
pull-checking = 確認中
pull-done = インストール済み
pull-failed = インストールできませんでした。
# $detail is a sentence of the program in English.
problem-catalogue = モデルのカタログを読み込めません。{ $detail }
problem-no-model = このモデルはもうインストールされていません。
problem-model = { $detail }
problem-too-many-pulls = { $most }件のモデルをダウンロード中です。同時にダウンロードできるのはここまでです。どれかが終わるまでお待ちください。

## Health

health-about = データフォルダー、翻訳エンジン、モデル、サーバーと連携するプログラムなど、インストールのすべての部分を試します。数分かかることがあります。
health-check = 今すぐ確認
health-running = 確認しています。
# $time is a day and a time of it in UTC.
health-checked = 確認日時: { $time } UTC
finding-good = 正常
finding-missing = 不足
finding-broken = 異常
problem-check-timed-out = { $seconds }秒が経過したため、確認を中止しました。応答しない部分は、サーバーのログで分かることがあります。
problem-check = 確認できませんでした。{ $detail }

## About

nav-about = Dragoman について
about-version = バージョン
about-licence = ライセンス
about-libraries = 使用ライブラリ
about-programs = 末尾のものは独立したプログラムで、インストールされている場合に使われます。辞書にもそれぞれのライセンスがあります。
about-models = インストール済みモデルのライセンス
