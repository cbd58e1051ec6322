## Documents

drop-documents = 将文档拖放到此处
# $megabytes is the size of the largest file.
drop-about = 或选择文件：Word、PowerPoint、Excel、PDF、网页、字幕、图片等，每个文件不超过 { $megabytes } MB
choose-documents = 选择文档
documents-list = 文档
both-languages = 双语对照
pdf-as = PDF 输出为
pdf-as-word = Word 文档
download-all = 全部下载
download-and-compare = 下载并比较
original = 原文
translation = 译文
documents-stay = 译文下载后即从服务器上删除。在此之前，可以从此标签页获取。
look-again = 刷新
progress = 进度
document-queued = 等待中
document-translating = 约剩 { $seconds } 秒
document-done = { $characters } 个字符
cancel = 取消
remove = 移除
document-failed = 未翻译

## Why a document was not translated, by the code of the failure; reasons in it are English

failure-damaged = 文件已损坏：内容不完整或自相矛盾。请重新发送。
failure-malformed = 文件不是有效的 { $format } 文档：{ $reason }。请在创建它的程序中重新保存，然后再发送。
failure-encrypted = 文档受密码保护。请取消保护后重新发送。
failure-too-large = 文档过大：上限为 { $most }（{ $what }）。请拆分文档。
failure-no-filter = 此服务器无法翻译 { $format } 文件。请告知服务器的运维人员：{ $remedy }。
failure-unsupported = 无法翻译此文档：{ $reason }。
failure-unknown-language = 未能识别文档的语言。请选择语言后重新发送。
failure-same-language = 文档已经是目标语言。请选择其他语言。
failure-nothing-to-translate = 文档中没有可翻译的文本。
failure-nothing-translated = 文档中的文本均未被翻译。请检查所选的源语言。
failure-engine-down = 这些语言的翻译引擎没有响应。请稍后重新发送文档。
failure-unsupported-pair = 此处无法翻译以下语言的文档：{ $source } → { $target }。
failure-missing-pair = 此处尚无法翻译以下语言的文档：{ $source } → { $target }。服务器的运维人员可以添加。
failure-no-style = 这些语言的翻译引擎无法遵循全部风格规则：{ $source } → { $target }。请不要使用风格规则。
failure-customization = 无法使用为翻译所选的内容：{ $reason }。请另行选择后重新发送文档。
failure-too-many-characters = 文档有 { $characters } 个字符，最多 { $most } 个。请拆分文档。
failure-too-many-unfetched = 加上此文档，今天尚未下载的文档将超过 { $most } 个字符的上限。请先下载其中一些，或明天（UTC）再发送。
failure-account-limit = 文档的字符数超过了账户本月剩余的字符额度。请拆分文档，或在重新计数后再发送。
failure-key-limit = 文档的字符数超过了此访问密钥本月剩余的字符额度。请拆分文档；管理员也可以提高密钥的限额。
failure-key-gone = 发送文档所用的访问密钥已被吊销。请使用其他访问密钥发送。
failure-interrupted = 翻译已中断 { $attempts } 次，不再重试。请告知服务器的运维人员；原因记录在服务器日志中。
failure-too-much-memory = 文档所需的内存超过了此服务器为单个文档分配的上限。请拆分文档，或请服务器的运维人员提高上限。
failure-unreadable = 无法再读取此文档。请重新发送。
failure-server-failed = 服务器出错，原因记录在其日志中。请重新发送文档；如果仍不成功，请告知服务器的运维人员。
failure-other = 文档未翻译。{ $detail }
