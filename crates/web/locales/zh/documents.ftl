## Documents

drop-documents = 将文档拖放到此处
# $megabytes is the size of the largest file.
drop-about = 或选择文件：Word、PowerPoint、Excel、PDF、网页、字幕、图片等，每个文件不超过 { $megabytes } MB
choose-documents = 选择文档
documents-list = 文档
download-all = 全部下载
documents-stay = 译文下载后即从服务器上删除。在此之前，可以从此标签页获取。
look-again = 刷新
progress = 进度
document-queued = 等待中
document-translating = 约剩 { $seconds } 秒
document-done = { $characters } 个字符
cancel = 取消
remove = 移除
document-failed = 未翻译
