## The frame

skip-to-content = Перейти до вмісту
nav-pages = Сторінки
nav-translate = Переклад
nav-documents = Документи
nav-improve = Покращення
nav-settings = Налаштування
signed-in-as = Ви увійшли як
sign-in = Увійти
sign-out = Вийти
role-translator = перекладач
role-terminology = термінологія
role-administrator = адміністратор облікового запису
role-operator = оператор

## Signing in

sign-in-title = Вхід у Dragoman
sign-in-about = Тексти й документи залишаються на цьому сервері.
sign-in-key = Ключ
sign-in-key-note = Ключ, який вам надали. Він не зберігається в цьому браузері.
sign-in-code-about = За цією адресою можна увійти один раз.
sign-in-with-key = Увійти за допомогою ключа
# $name is what the organisation calls its sign-in.
sign-in-open-id = Увійти через { $name }
sign-in-by-proxy = Хто ви, повідомляє проксі-сервер перед цим сервером, але він нікого не назвав. Увійдіть там; якщо ви це вже зробили, повідомте оператора сервера.

## Settings

settings-language = Мова сторінок
settings-language-browser = Як у браузері
settings-theme = Вигляд
settings-from = Мова оригіналу
settings-to = Мова перекладу
settings-kept = Ці налаштування зберігаються лише в цьому браузері.
theme-system = Як у системі
theme-light = Світлий
theme-dark = Темний
theme-contrast = Високий контраст
save = Зберегти
