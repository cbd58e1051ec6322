## The pages of administration

nav-usage = Використання
nav-administration = Адміністрування
tab-keys = Ключі
tab-models = Моделі
tab-health = Стан
no-limit = немає
never = ніколи
as-table = Як таблиця
keep = Залишити
problem-day = День записують так: 2026-05-17.
problem-scope = Ключу можна надати лише те, що тут перелічено.
problem-number = Ліміт — це ціла кількість символів, або поле залишають порожнім.

## Usage

usage-account = Обліковий запис за цей період
usage-own = Ви за цей період
# $most is a number of characters, $day the day on which the count begins anew.
usage-of = з { $most ->
    [one] { $most } символу
    [few] { $most } символів
    [many] { $most } символів
   *[other] { $most } символу
} · оновиться { $day }
usage-without-limit = символів, без ліміту · відлік почнеться знову { $day }
usage-from = Від
usage-to = До
usage-show = Показати
usage-current = Цей період
usage-shares = Тексти, документи, покращення
usage-texts = Тексти
usage-documents = Документи
usage-improvement = Покращення
# $percent is a whole number, $characters how many characters that are.
usage-share = { $percent }% · { $characters ->
    [one] { $characters } символ
    [few] { $characters } символи
    [many] { $characters } символів
   *[other] { $characters } символу
}
usage-busiest = Найуживаніший ключ
usage-by-day = Символи за днями
usage-by-key = Ключі
usage-by-tag = Мітки
usage-day = День
usage-tag = Мітка
usage-characters = Символи
usage-none = За ці дні нічого не пораховано.
usage-more-tags = Міток більше; файл містить усі.

## Keys

keys-programs = Ключі для програм
keys-none = Їх ще немає.
keys-ended = Неактивні
keys-back = Усі ключі
keys-persons = Особи
keys-persons-about = Ті, хто увійшов до облікового запису під своїм ім’ям. Їхнє використання зараховується обліковому запису.
key-label = Назва
key-mask = Ключ
key-scopes = Що йому дозволено
key-used = Використано за період
key-limit = Ліміт
key-made = Створено
key-expires = Діє до
key-ended = відкликано
person-name = Ім’я
person-since = Перший вхід
scopes-all = усе
key-new = Створити ключ
key-scopes-about = Ключ, для якого нічого не вибрано, може робити все, що дозволено програмам.
key-expires-after = Останній день
key-expires-about = Ключ діє до кінця цього дня за UTC. Якщо дня не вказано, він безстроковий.
key-make = Створити ключ
scope-translate-text = Перекладати тексти
scope-translate-document = Перекладати документи
scope-improve-text = Покращувати тексти
scope-read-glossaries = Читати глосарії
scope-write-glossaries = Змінювати глосарії
scope-read-style-rules = Читати правила стилю
scope-write-style-rules = Змінювати правила стилю
scope-read-memories = Читати пам’яті перекладів
scope-read-languages = Переглядати список мов
scope-read-usage = Переглядати використання
# $label is what the key is called.
key-made-title = Ключ «{ $label }» створено
key-secret-once = Скопіюйте його зараз. Його показано лише цей раз, і ніхто не зможе прочитати його знову.
key-rename = Перейменувати
key-limit-about = Символи за період. Якщо порожньо, ліміту немає; 0 блокує будь-яке використання.
key-set-limit = Установити ліміт
key-end = Відкликати ключ
key-end-question = Відкликати ключ «{ $label }»?
person-end = Відкликати доступ
person-end-question = Відкликати доступ «{ $label }»?
end-about = Це діє негайно й незворотно.
end-own = Ви увійшли саме з ним, тож ваш сеанс теж завершиться.

## Models

models-installed = Установлені моделі
models-none = Установлених моделей немає.
models-used = Вони займають { $used }.
models-free = Вільно на диску: { $free }.
models-fetch = Отримати моделі
models-fetched = Отримані моделі
models-available = Моделі, які можна отримати
models-back = Установлені моделі
models-old-catalogue = Каталог недоступний; це його стара копія.
megabytes = { $number } МБ
model-pair = Мови
model-name = Назва
model-size = Розмір
model-quality = COMET
model-quality-about = COMET — це якість, яку вказує видавець: що ближче до 1, то краще. Числа для різних пар мов не можна порівнювати.
model-licence = Ліцензія
model-origin = Походження
model-installed = Установлено
model-architecture = Тип
model-fetch = Отримати
model-is-installed = установлено
model-remove = Видалити
model-remove-question = Видалити модель { $name }?
model-remove-about = Переклади для цих мов тоді використовуватимуть інший рушій або не виконуватимуться. Модель можна отримати знову.
# $folder is the path of a folder, $reason a sentence about what is wrong with it.
model-broken = { $folder } не є моделлю: { $reason }
licence-not-stated = не вказано
pull-beginning = починається
pull-checking = перевіряється
pull-done = установлено
pull-failed = Не встановлено.
# $detail is a sentence of the program in English.
problem-catalogue = Не вдалося прочитати каталог моделей. { $detail }
problem-no-model = Цю модель уже не встановлено.
problem-model = { $detail }
problem-too-many-pulls = Досягнуто ліміту моделей, які отримуються одночасно ({ $most }). Зачекайте, доки завершиться одна з них.

## Health

health-about = Перевіряється кожна частина встановлення: тека даних, рушії, моделі та програми поруч із сервером. Це може тривати кілька хвилин.
health-check = Перевірити зараз
health-running = Триває перевірка.
# $time is a day and a time of it in UTC.
health-checked = Перевірено { $time } UTC
finding-good = працює
finding-missing = відсутнє
finding-broken = несправне
problem-check-timed-out = Перевірку припинено; минуло секунд: { $seconds }. Журнал сервера може підказати, що не відповідає.
problem-check = Не вдалося виконати перевірку. { $detail }

## About

nav-about = Про Dragoman
about-version = Версія
about-licence = Ліцензія
about-libraries = Використані бібліотеки
about-programs = Останні — це окремі програми, які використовуються там, де їх установлено. Словники також мають власні ліцензії.
about-models = Ліцензії встановлених моделей
