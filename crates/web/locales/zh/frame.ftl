## The frame

skip-to-content = 跳到正文
nav-pages = 页面
nav-translate = 翻译
nav-documents = 文档
nav-improve = 润色
nav-settings = 设置
signed-in-as = 当前用户
sign-in = 登录
sign-out = 退出登录
role-translator = 译者
role-terminology = 术语管理员
role-administrator = 账户管理员
role-operator = 运维人员

## Signing in

sign-in-title = 登录 Dragoman
sign-in-about = 文本和文档不会离开这台服务器。
sign-in-key = 访问密钥
sign-in-key-note = 请输入您收到的访问密钥。它不会保存在此浏览器中。
sign-in-code-about = 通过此地址可以登录一次。
sign-in-with-key = 改用访问密钥登录
# $name is what the organisation calls its sign-in.
sign-in-open-id = 使用 { $name } 登录
sign-in-by-proxy = 此服务器通过前面的代理识别您的身份，但代理没有提供任何用户。请在代理处登录；如果已经登录，请联系服务器的运维人员。

## Settings

settings-language = 界面语言
settings-language-browser = 跟随浏览器
settings-theme = 外观
settings-from = 源语言
settings-to = 目标语言
settings-kept = 这些设置仅保存在此浏览器中。
theme-system = 跟随系统
theme-light = 浅色
theme-dark = 深色
theme-contrast = 高对比度
save = 保存
