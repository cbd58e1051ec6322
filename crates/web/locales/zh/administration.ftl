## The pages of administration

nav-usage = 用量
nav-administration = 管理
tab-keys = 密钥
tab-models = 模型
tab-health = 运行状况
no-limit = 无
never = 永不
as-table = 以表格显示
keep = 保留
problem-day = 日期格式应如 2026-05-17。
problem-scope = 只能授予密钥此处列出的权限。
problem-number = 限额应为整数字符数，或留空。

## Usage

usage-account = 本期账户用量
usage-own = 本期您的用量
# $most is a number of characters, $day the day on which the count begins anew.
usage-of = / { $most } 个字符 · { $day } 重置
usage-without-limit = 个字符，无限额 · { $day } 重新计数
usage-from = 从
usage-to = 到
usage-show = 显示
usage-current = 本期
usage-shares = 文本、文档、润色
usage-texts = 文本
usage-documents = 文档
usage-improvement = 润色
# $percent is a whole number, $characters how many characters that are.
usage-share = { $percent }% · { $characters } 个字符
usage-busiest = 用量最多的密钥
usage-by-day = 每日字符数
usage-by-key = 密钥
usage-by-tag = 标签
usage-day = 日期
usage-tag = 标签
usage-characters = 字符数
usage-none = 这些日期没有用量。
usage-more-tags = 还有更多标签；文件中包含全部标签。

## Keys

keys-programs = 程序密钥
keys-none = 暂无。
keys-ended = 已吊销
keys-back = 所有密钥
keys-persons = 人员
keys-persons-about = 以本人身份登录过此账户的人。他们的用量计入此账户。
key-label = 名称
key-mask = 密钥
key-scopes = 权限
key-used = 本期用量
key-limit = 限额
key-made = 创建日期
key-expires = 到期日期
key-ended = 已吊销
person-name = 姓名
person-since = 首次登录
scopes-all = 全部
key-new = 创建密钥
key-scopes-about = 如果不选择任何权限，密钥可以执行程序允许的所有操作。
key-expires-after = 最后一天
key-expires-about = 密钥在这一天结束（UTC）前有效。不填日期则永不过期。
key-make = 创建密钥
scope-translate-text = 翻译文本
scope-translate-document = 翻译文档
scope-improve-text = 润色文本
scope-read-glossaries = 读取术语表
scope-write-glossaries = 修改术语表
scope-read-style-rules = 读取风格规则
scope-write-style-rules = 修改风格规则
scope-read-memories = 读取翻译记忆库
scope-read-languages = 列出语言
scope-read-usage = 读取用量
# $label is what the key is called.
key-made-title = 密钥“{ $label }”已创建
key-secret-once = 请立即复制。密钥仅显示这一次，之后任何人都无法查看。
key-rename = 重命名
key-limit-about = 每期的字符数。留空表示无限额；0 表示禁止使用。
key-set-limit = 设置限额
key-end = 吊销密钥
key-end-question = 吊销密钥“{ $label }”？
person-end = 撤销访问权限
person-end-question = 撤销“{ $label }”的访问权限？
end-about = 立即生效，且无法恢复。
end-own = 您当前正以此身份登录，操作后将退出登录。

## Models

models-installed = 已安装的模型
models-none = 未安装任何模型。
models-used = 模型占用 { $used }。
models-free = 磁盘剩余 { $free }。
models-fetch = 下载模型
models-fetched = 模型下载
models-available = 可下载的模型
models-back = 已安装的模型
models-old-catalogue = 无法连接模型目录；此处显示的是旧副本。
megabytes = { $number } MB
model-pair = 语言
model-name = 名称
model-size = 大小
model-quality = COMET
model-quality-about = COMET 是发布者给出的质量分数：越接近 1 越好。不同语言对的分数不可比较。
model-licence = 许可证
model-origin = 来源
model-installed = 安装日期
model-architecture = 类型
model-fetch = 下载
model-is-installed = 已安装
model-remove = 移除
model-remove-question = 移除模型 { $name }？
model-remove-about = 移除后，这些语言将改用其他引擎翻译，或无法翻译。模型可以重新下载。
# $folder is the path of a folder, $reason a sentence about what is wrong with it.
model-broken = { $folder } 不是模型：{ $reason }
licence-not-stated = 未注明
pull-beginning = 正在开始
pull-checking = 正在检查
pull-done = 已安装
pull-failed = 未能安装。
# $detail is a sentence of the program in English.
problem-catalogue = 无法读取模型目录。{ $detail }
problem-no-model = 此模型已不再安装。
problem-model = { $detail }
problem-too-many-pulls = 正在下载 { $most } 个模型，已达同时下载的上限。请等待其中一个完成。

## Health

health-about = 将检测安装的各个部分：数据文件夹、引擎、模型以及与服务器配套的程序。可能需要几分钟。
health-check = 立即检查
health-running = 正在检查。
# $time is a day and a time of it in UTC.
health-checked = 检查时间：{ $time } UTC
finding-good = 正常
finding-missing = 缺失
finding-broken = 异常
problem-check-timed-out = 检查在 { $seconds } 秒后中止。服务器日志中可能有无响应部分的信息。
problem-check = 无法进行检查。{ $detail }

## About

nav-about = 关于 Dragoman
about-version = 版本
about-licence = 许可证
about-libraries = 使用的库
about-programs = 最后几项是独立的程序，仅在已安装时使用。词典也有各自的许可证。
about-models = 已安装模型的许可证
