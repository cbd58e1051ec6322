## Improving texts

improve = 润色
improve-panes-label = 润色
improve-language = 语言
improve-own-language = 文本的语言
improve-placeholder = 输入或粘贴要润色的文本
improve-how = 处理方式
improve-correct = 纠正错误
improve-rephrase = 改进表达
improve-style = 风格
improve-style-none = 不限风格
style-academic = 学术
style-business = 商务
style-casual = 随意
style-simple = 简明
style-confident = 自信
style-diplomatic = 委婉
style-enthusiastic = 热情
style-friendly = 友好
improvement-appears = 润色后的文本将显示在这里，并标出改动。
improved-text = 润色后的文本
change-title = 撤销此改动，或重新采用
no-changes = 没有改动。
changes = { $number } 处改动
use-text = 作为文本使用
