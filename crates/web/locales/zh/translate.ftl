## Translating texts

tabs-translate = 翻译内容
tab-text = 文本
tab-documents = 文档
panes-label = 翻译
from-label = 源语言
into-label = 目标语言
# Before the languages that somebody used last.
last-used = 最近使用
detect-language = 检测语言
# $language is the name of a language.
detected-language = { $language }（自动检测）
swap = 互换语言
swap-title = 互换语言（Ctrl+Shift+S）
text-label = 文本
text-placeholder = 输入或粘贴文本
length-title = 字符数
clear = 清除
translate = 翻译
translation-appears = 译文将显示在这里。
texts-stay = 文本不会离开这台服务器。
read-aloud = 朗读
copy = 复制
copied = 已复制
download = 下载
alternatives = 其他译法
alternatives-title = 显示其他译法
alternatives-none = 此处没有其他译法。
from-memory = 来自翻译记忆库
from-glossary = 来自术语表
engine-basic = 基础翻译：仅供了解大意
engine-neural = 神经网络翻译
engine-language-model = 语言模型
recalled = { $number } 个句子来自翻译记忆库
terms-placed = { $number } 个术语来自术语表
chips-label = 翻译方式
chip-register = 正式程度
register-any = 不限
register-formal = 正式
register-informal = 非正式
chip-glossary = 术语表
chip-style = 风格
chip-memory = 记忆库
chip-none = 无

## The history of translations, which the browser keeps

history = 历史记录
history-on = 保存我的翻译历史记录
history-kept = 历史记录仅保存在此浏览器中，其他人无法看到。关闭后即会删除。
# Where people translate without signing in.
history-kept-open = 历史记录仅保存在此浏览器中。未登录而使用此浏览器的人都能看到。关闭后即会删除。
history-refused = 此浏览器不允许页面保存任何内容。
history-none = 尚未保存任何内容。
history-again = 重新翻译
history-delete = 删除历史记录
