## Documents

drop-documents = ここにドキュメントをドロップ
# $megabytes is the size of the largest file.
drop-about = またはファイルを選択: Word、PowerPoint、Excel、PDF、ウェブページ、字幕、画像など（1ファイル { $megabytes } MB まで）
choose-documents = ドキュメントを選択
documents-list = ドキュメント
download-all = すべてダウンロード
documents-stay = 訳文は、ダウンロードするとサーバーから削除されます。それまでは、このタブから取り出せます。
look-again = 再確認
progress = 進行状況
document-queued = 待機中
document-translating = 残り約{ $seconds }秒
document-done = { $characters }文字
cancel = キャンセル
remove = 削除
document-failed = 翻訳できませんでした
