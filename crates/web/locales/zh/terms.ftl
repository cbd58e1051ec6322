## Terms: glossaries, translation memories, style rules

nav-terms = 术语
tab-glossaries = 术语表
tab-memories = 翻译记忆库
tab-style-rules = 风格规则
name = 名称
language = 语言
languages = 语言
made = 创建日期
changed = 修改日期
make = 创建
rename = 重命名
search = 搜索
import = 导入
rows = 行
rows-first = 回到开头
rows-before = 上一页
rows-next = 下一页
# $first and $last are the numbers of rows, $all is how many there are.
rows-which = 第 { $first } 至 { $last } 行，共 { $all } 行

## Glossaries

glossaries-all = 所有术语表
glossaries-none = 还没有术语表。术语表规定术语的译法。
glossary-new = 创建术语表
glossary-delete = 删除术语表
glossary-delete-question = 删除术语表“{ $name }”及其所有词条？此操作无法撤销。
dictionaries = 语言对
dictionaries-none = 此术语表还没有词条。请导入词条。
dictionary-delete = 删除这些词条
# $pair is a pair of languages, such as “English → German”.
dictionary-delete-question = 删除 { $pair } 的所有词条？此操作无法撤销。
entries = 词条
entries-paste = 词条，每行一条：术语、制表符或逗号、译文
entries-file = 或文件（TSV 或 CSV）
entries-note = 每个术语只能占一行。从电子表格复制的表格以制表符分隔。如果选择了文件，则以文件为准，不使用粘贴的内容。
entries-import = 导入词条
entries-none-found = 未找到任何内容。
import-merge = 添加到现有词条；术语已存在时，替换其译文
import-replace = 替换此语言对的所有词条
entry-add = 添加
entry-remove = 移除
download-tsv = 下载 TSV
download-csv = 下载 CSV

## Translation memories

memories-all = 所有翻译记忆库
memories-none = 还没有翻译记忆库。翻译记忆库保存句子及其译文，供再次使用。
memory-import = 导入翻译记忆库
# $megabytes is the size of the largest file.
memory-file = TMX 文件，不超过 { $megabytes } MB
memory-name-note = 如果不填名称，则使用文件的名称。
memory-importing = 文件已上传，正在导入。
memory-exporting = 正在写入文件。
memory-imported = 翻译记忆库已导入。
memory-skipped = 文件中有 { $skipped } 个单元未导入：缺少已知语言的原文或译文，或过长。
memory-open = 打开翻译记忆库
memory-export = 导出为 TMX
memory-download = 下载 TMX 文件
memory-job-expired = 此文件已不存在。请重新导出翻译记忆库。
memory-delete = 删除翻译记忆库
memory-delete-question = 删除翻译记忆库“{ $name }”及其所有句段？此操作无法撤销。
segments = 句段
segments-number = { $segments } 个句段
segments-none-found = 此处没有句段。
translations = 译文

## Style rules

style-lists-all = 所有风格规则
style-lists-none = 还没有风格规则。风格规则规定某种语言的译文应如何书写。
style-list-new = 创建风格规则
style-list-language = 译文的语言
style-list-delete = 删除风格规则
style-list-delete-question = 删除风格规则“{ $name }”？此操作无法撤销。
rules = 规则
rules-chosen = { $rules ->
    [0] 未选择
   *[other] 已选 { $rules } 条
}
rule-not-set = 不限
rule-needs-model = 需要语言模型。
rule-needs-register = 会要求引擎使用此称呼方式；并非所有引擎都支持。
instructions = 自定义指令
instructions-note = 用完整的句子说明其他要求。需要语言模型。
instructions-none = 暂无。
instruction-prompt = 指令
instruction-source = 适用的源语言
instruction-any-source = 任何语言
instruction-add = 添加
instruction-remove = 移除

## What goes wrong with them

problem-name-missing = 请填写名称。
problem-name-control = 名称应为一行，且不含控制字符。
problem-name-too-long = 名称过长，最多 { $most }。
problem-name-taken = 名称“{ $name }”已被使用。请换一个名称。
problem-no-pair = 请选择两种语言。
problem-no-language = 请选择语言。
problem-same-language = 请选择两种不同的语言。
problem-no-entries = 没有词条。请粘贴词条或选择文件。
problem-entries-not-utf8 = 词条不是 UTF-8 文本。请将文件保存为“CSV UTF-8”或 UTF-8 文本。
problem-entries-too-large = 词条超过了一个术语表的容量，最多 { $most } MiB。请使用多个术语表。
problem-entries-other-pairs = 所有行都属于其他语言。请检查所选语言以及第三列和第四列。
# $line is the number of a line of the file, from 1.
problem-entries-missing-target = 第 { $line } 行没有译文。术语和译文之间应有制表符或逗号。
problem-entries-second-tab = 第 { $line } 行有多个制表符。每行应为术语、一个制表符和译文。
problem-entries-empty-term = 第 { $line } 行的术语或译文为空。
problem-entries-long-term = 第 { $line } 行的术语或译文过长，最多 { $most } 字节。
problem-entries-control = 第 { $line } 行的术语或译文含有制表符、换行符或其他控制字符。
# $first is the number of the earlier line.
problem-entries-duplicate = 第 { $line } 行的术语已出现在第 { $first } 行。请只保留一个。
problem-entries-open-quote = 第 { $line } 行的引号没有结束。
problem-entries-stray-quote = 第 { $line } 行的引号位置不当。请用引号括住整个字段，并将其中的引号写两遍。
problem-entry-exists = “{ $source }”已存在，译为“{ $target }”。请修改该词条。
problem-entry-changed = 在此期间有人修改了“{ $source }”，现为“{ $now }”。您填写的“{ $wrote }”未保存；如果它是正确的，请重新修改。
problem-entry-changed-not-removed = 在此期间有人修改了“{ $source }”，现为“{ $now }”。未将其移除。
problem-entry-gone = 在此期间有人移除或重命名了“{ $source }”。您填写的“{ $wrote }”未保存；如果它是正确的，请添加。
problem-entry-removed-already = 在此期间有人移除或重命名了“{ $source }”。
problem-last-entry = 这是最后一个词条。请改为删除此语言对的所有词条。
problem-try-again = 有人同时修改了此内容。请重试。
problem-glossary-gone = 没有此术语表。它可能已被删除。
problem-dictionary-gone = 术语表中没有这些语言的词条。它们可能已被删除。
problem-memory-gone = 没有此翻译记忆库。它可能已被删除。
problem-memory-job-gone = 此文件已不存在，或找不到此次导入或导出。
problem-memory-too-large = 文件超过 { $most } MB。请拆分文件。
problem-no-memory-file = 请选择 TMX 文件。
problem-style-list-gone = 没有此风格规则。它可能已被删除。
problem-style-list-changed = 在此期间有人修改了此风格规则。未执行任何操作；下面是其当前内容。
problem-instruction-gone = 没有此指令。它可能已被移除。
problem-instruction-label = 指令的名称应为 1 至 { $most } 个字符。
problem-instruction-prompt = 指令应为 1 至 { $most } 个字符。
