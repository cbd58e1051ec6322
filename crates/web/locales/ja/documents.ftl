## Documents

drop-documents = ここにドキュメントをドロップ
# $megabytes is the size of the largest file.
drop-about = またはファイルを選択: Word、PowerPoint、Excel、PDF、ウェブページ、字幕、画像など（1ファイル { $megabytes } MB まで）
choose-documents = ドキュメントを選択
documents-list = ドキュメント
both-languages = 両方の言語
pdf-as = PDF の形式
pdf-as-word = Word 文書
download-all = すべてダウンロード
download-and-compare = ダウンロードして比較
original = 原文
translation = 訳文
documents-stay = 訳文は、ダウンロードするとサーバーから削除されます。それまでは、このタブから取り出せます。
look-again = 再確認
progress = 進行状況
document-queued = 待機中
document-translating = 残り約{ $seconds }秒
document-done = { $characters }文字
cancel = キャンセル
remove = 削除
document-failed = 翻訳できませんでした

## Why a document was not translated, by the code of the failure; reasons in it are English

failure-damaged = ファイルが破損しています。途中で終わっているか、内容に矛盾があります。もう一度送信してください。
failure-malformed = ファイルは正しい { $format } ドキュメントではありません: { $reason }。作成元のプログラムで保存し直してから送信してください。
failure-encrypted = ドキュメントがパスワードで保護されています。保護を解除して、もう一度送信してください。
failure-too-large = ドキュメントが大きすぎます。上限は{ $most }（{ $what }）です。分割してください。
failure-no-filter = このサーバーでは { $format } ファイルを翻訳できません。サーバーの運用者に連絡してください: { $remedy }。
failure-unsupported = このドキュメントは翻訳できません: { $reason }。
failure-unknown-language = ドキュメントの言語を判別できませんでした。言語を選択して、もう一度送信してください。
failure-same-language = ドキュメントはすでに翻訳先の言語で書かれています。別の言語を選択してください。
failure-nothing-to-translate = ドキュメントに翻訳するテキストがありません。
failure-nothing-translated = ドキュメントのテキストはまったく翻訳されませんでした。翻訳元の言語を確認してください。
failure-engine-down = この言語の翻訳エンジンが応答しません。しばらくしてから、ドキュメントをもう一度送信してください。
failure-unsupported-pair = この組み合わせのドキュメントはここでは翻訳できません: { $source } → { $target }。
failure-missing-pair = この組み合わせのドキュメントはまだ翻訳できません: { $source } → { $target }。サーバーの運用者が追加できます。
failure-no-style = この言語の翻訳エンジンでは、スタイルルールのすべてには従えません: { $source } → { $target }。スタイルを指定せずに送信してください。
failure-customization = 翻訳の条件に選択したものを使用できません: { $reason }。別のものを選択して、もう一度送信してください。
failure-too-many-characters = ドキュメントが{ $characters }文字あります。上限は{ $most }文字です。分割してください。
failure-too-many-unfetched = このドキュメントを加えると、今日送信してまだダウンロードしていないものの合計が、上限の{ $most }文字を超えます。先にいくつかダウンロードするか、明日（UTC）送信してください。
failure-account-limit = ドキュメントの文字数が、アカウントの今月の残りの文字数を超えています。分割するか、文字数がリセットされてから送信してください。
failure-key-limit = ドキュメントの文字数が、このアクセスキーの今月の残りの文字数を超えています。分割してください。上限は管理者が引き上げることもできます。
failure-key-gone = ドキュメントの送信に使ったアクセスキーは無効になっています。別のアクセスキーで送信してください。
failure-interrupted = 翻訳が{ $attempts }回中断されたため、これ以上は試行しません。サーバーの運用者に連絡してください。原因はサーバーのログに記録されています。
failure-too-much-memory = ドキュメントの処理に、このサーバーが1つのドキュメントに割り当てる量を超えるメモリが必要です。分割するか、割り当てを増やすようサーバーの運用者に依頼してください。
failure-unreadable = ドキュメントを読み取れなくなりました。もう一度送信してください。
failure-server-failed = サーバーでエラーが発生しました。原因はサーバーのログに記録されています。ドキュメントをもう一度送信し、解決しない場合はサーバーの運用者に連絡してください。
failure-other = ドキュメントは翻訳されませんでした。{ $detail }
