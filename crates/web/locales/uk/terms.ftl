## Terms: glossaries, translation memories, style rules

nav-terms = Термінологія
tab-glossaries = Глосарії
tab-memories = Пам’яті перекладів
tab-style-rules = Правила стилю
name = Назва
language = Мова
languages = Мови
made = Створено
changed = Змінено
make = Створити
rename = Перейменувати
search = Пошук
import = Імпортувати
rows = Рядки
rows-first = Повернутися на початок
rows-before = Попередні
rows-next = Наступні
# $first and $last are the numbers of rows, $all is how many there are.
rows-which = { $first }–{ $last } з { $all }

## Glossaries

glossaries-all = Усі глосарії
glossaries-none = Глосаріїв ще немає. Глосарій визначає, як перекладати терміни.
glossary-new = Створити глосарій
glossary-delete = Видалити глосарій
glossary-delete-question = Видалити глосарій «{ $name }» з усіма записами? Цю дію не можна скасувати.
dictionaries = Пари мов
dictionaries-none = У цьому глосарії ще немає записів. Імпортуйте їх.
dictionary-delete = Видалити ці записи
# $pair is a pair of languages, such as “English → German”.
dictionary-delete-question = Видалити всі записи для { $pair }? Цю дію не можна скасувати.
entries = Записи
entries-paste = Записи, по одному в рядку: термін, табуляція або кома, переклад
entries-file = або файл (TSV чи CSV)
entries-note = Термін займає лише один рядок. Таблиця, скопійована з електронної таблиці, містить табуляції. Якщо вибрано файл, враховується він, а не вставлений текст.
entries-import = Імпортувати записи
entries-none-found = Нічого не знайдено.
import-merge = Додати до наявних записів; якщо термін уже є, його переклад буде замінено
import-replace = Замінити всі записи цієї пари мов
entry-add = Додати
entry-remove = Видалити
download-tsv = Завантажити як TSV
download-csv = Завантажити як CSV

## Translation memories

memories-all = Усі пам’яті перекладів
memories-none = Пам’ятей перекладів ще немає. Пам’ять містить речення з перекладами, які використовуються знову.
memory-import = Імпортувати пам’ять перекладів
# $megabytes is the size of the largest file.
memory-file = Файл TMX, до { $megabytes } МБ
memory-name-note = Якщо не вказати назву, буде взято назву файлу.
memory-importing = Файл отримано, триває імпорт.
memory-exporting = Файл записується.
memory-imported = Пам’ять перекладів імпортовано.
memory-skipped = { $skipped ->
    [one] Пропущено { $skipped } одиницю з файлу: бракує оригіналу чи перекладу відомою мовою, або текст задовгий.
    [few] Пропущено { $skipped } одиниці з файлу: бракує оригіналу чи перекладу відомою мовою, або текст задовгий.
    [many] Пропущено { $skipped } одиниць із файлу: бракує оригіналу чи перекладу відомою мовою, або текст задовгий.
   *[other] Пропущено { $skipped } одиниці з файлу: бракує оригіналу чи перекладу відомою мовою, або текст задовгий.
}
memory-open = Відкрити пам’ять перекладів
memory-export = Експортувати як TMX
memory-download = Завантажити файл TMX
memory-job-expired = Цього файлу тут уже немає. Експортуйте пам’ять перекладів ще раз.
memory-delete = Видалити пам’ять перекладів
memory-delete-question = Видалити пам’ять перекладів «{ $name }» з усіма сегментами? Цю дію не можна скасувати.
segments = Сегменти
segments-number = { $segments ->
    [one] { $segments } сегмент
    [few] { $segments } сегменти
    [many] { $segments } сегментів
   *[other] { $segments } сегмента
}
segments-none-found = Сегментів немає.
translations = Переклади

## Style rules

style-lists-all = Усі правила стилю
style-lists-none = Правил стилю ще немає. Вони визначають, як писати переклади певною мовою.
style-list-new = Створити список правил стилю
style-list-language = Мова перекладів
style-list-delete = Видалити правила стилю
style-list-delete-question = Видалити правила стилю «{ $name }»? Цю дію не можна скасувати.
rules = Правила
rules-chosen = { $rules ->
    [0] нічого не вибрано
    [one] вибрано { $rules } правило
    [few] вибрано { $rules } правила
    [many] вибрано { $rules } правил
   *[other] вибрано { $rules } правила
}
rule-not-set = Без правила
rule-needs-model = Потребує мовної моделі.
rule-needs-register = Цю форму звертання запитують у рушія; не кожен її підтримує.
instructions = Власні вказівки
instructions-note = Повні речення про те, чого ще ви хочете. Вони потребують мовної моделі.
instructions-none = Їх немає.
instruction-prompt = Вказівка
instruction-source = Для текстів мовою
instruction-any-source = будь-яка мова
instruction-add = Додати
instruction-remove = Видалити

## What goes wrong with them

problem-name-missing = Укажіть назву.
problem-name-control = Назва — це один рядок без керівних символів.
problem-name-too-long = Назва задовга: найбільше можна { $most }.
problem-name-taken = Назва «{ $name }» уже є. Виберіть іншу.
problem-no-pair = Виберіть обидві мови.
problem-no-language = Виберіть мову.
problem-same-language = Виберіть дві різні мови.
problem-no-entries = Записів немає. Вставте їх або виберіть файл.
problem-entries-not-utf8 = Записи не є текстом у UTF-8. Збережіть файл як «CSV UTF-8» або як текст у UTF-8.
problem-entries-too-large = Це більше записів, ніж може мати глосарій: найбільше можна { $most } МіБ. Використайте кілька глосаріїв.
problem-entries-other-pairs = Усі рядки стосуються інших мов. Перевірте вибрані мови, а також третій і четвертий стовпці.
# $line is the number of a line of the file, from 1.
problem-entries-missing-target = У рядку { $line } немає перекладу. Між терміном і перекладом стоїть табуляція або кома.
problem-entries-second-tab = У рядку { $line } більше однієї табуляції. Рядок містить термін, табуляцію та переклад.
problem-entries-empty-term = У рядку { $line } термін або його переклад порожній.
problem-entries-long-term = У рядку { $line } термін задовгий: найбільша кількість байтів — { $most }.
problem-entries-control = У рядку { $line } термін містить табуляцію, розрив рядка або інший керівний символ.
# $first is the number of the earlier line.
problem-entries-duplicate = Термін із рядка { $line } уже є в рядку { $first }. Залиште один із них.
problem-entries-open-quote = Лапки в рядку { $line } не закрито.
problem-entries-stray-quote = У рядку { $line } лапки стоять там, де їх не може бути. Візьміть усе поле в лапки, а лапки всередині подвойте.
problem-entry-exists = «{ $source }» тут уже є, як «{ $target }». Змініть той запис.
problem-entry-changed = Тим часом хтось змінив «{ $source }»: тепер це «{ $now }». Ваше «{ $wrote }» не збережено; змініть ще раз, якщо воно правильне.
problem-entry-changed-not-removed = Тим часом хтось змінив «{ $source }»: тепер це «{ $now }». Запис не видалено.
problem-entry-gone = Тим часом хтось видалив або перейменував «{ $source }». Ваше «{ $wrote }» не збережено; додайте його, якщо воно правильне.
problem-entry-removed-already = Тим часом хтось видалив або перейменував «{ $source }».
problem-last-entry = Це останній запис. Натомість видаліть усі записи цієї пари мов.
problem-try-again = Хтось змінив це одночасно з вами. Спробуйте ще раз.
problem-glossary-gone = Такого глосарія немає. Можливо, його видалено.
problem-dictionary-gone = У глосарії немає записів для цих мов. Можливо, їх видалено.
problem-memory-gone = Такої пам’яті перекладів немає. Можливо, її видалено.
problem-memory-job-gone = Цього файлу тут уже немає, або такий імпорт чи експорт невідомий.
problem-memory-too-large = Файл більший за { $most } МБ. Розділіть його.
problem-no-memory-file = Виберіть файл TMX.
problem-style-list-gone = Таких правил стилю немає. Можливо, їх видалено.
problem-style-list-changed = Тим часом хтось змінив ці правила стилю. Нічого не зроблено; нижче показано, якими вони є тепер.
problem-instruction-gone = Такої вказівки немає. Можливо, її видалено.
problem-instruction-label = Назва вказівки має від 1 до { $most } символів.
problem-instruction-prompt = Вказівка має від 1 до { $most } символів.
