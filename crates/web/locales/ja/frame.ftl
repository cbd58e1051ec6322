## The frame

skip-to-content = 本文へ移動
nav-pages = ページ
nav-translate = 翻訳
nav-documents = ドキュメント
nav-improve = 文章改善
nav-settings = 設定
signed-in-as = ログイン中のユーザー
sign-in = ログイン
sign-out = ログアウト
role-translator = 翻訳者
role-terminology = 用語管理者
role-administrator = アカウント管理者
role-operator = 運用者

## Signing in

sign-in-title = Dragoman にログイン
sign-in-about = テキストとドキュメントは、このサーバーの外に出ません。
sign-in-key = アクセスキー
sign-in-key-note = お手元のアクセスキーを入力してください。このブラウザーには保存されません。
sign-in-code-about = このアドレスで一度だけログインできます。
sign-in-with-key = アクセスキーでログイン
# $name is what the organisation calls its sign-in.
sign-in-open-id = { $name } でログイン
sign-in-by-proxy = ログインはこのサーバーの手前にあるプロキシで行いますが、プロキシからユーザー名が届いていません。プロキシでログインしてください。ログイン済みの場合は、サーバーの運用者に連絡してください。

## Settings

settings-language = 表示言語
settings-language-browser = ブラウザーの設定に従う
settings-theme = 外観
settings-from = 翻訳元の言語
settings-to = 翻訳先の言語
settings-kept = これらの設定は、このブラウザーにのみ保存されます。
theme-system = システムの設定に従う
theme-light = ライト
theme-dark = ダーク
theme-contrast = ハイコントラスト
save = 保存
