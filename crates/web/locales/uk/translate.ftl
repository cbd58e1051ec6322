## Translating texts

tabs-translate = Що перекласти
tab-text = Текст
tab-documents = Документи
panes-label = Переклад
from-label = З мови
into-label = На мову
# Before the languages that somebody used last.
last-used = Нещодавно вживані
detect-language = Визначити мову
# $language is the name of a language.
detected-language = { $language } (визначено)
swap = Поміняти мови місцями
swap-title = Поміняти мови місцями (Ctrl+Shift+S)
text-label = Текст
text-placeholder = Введіть або вставте текст
length-title = Символи
clear = Очистити
translate = Перекласти
translation-appears = Тут з’явиться переклад.
texts-stay = Тексти залишаються на цьому сервері.
read-aloud = Прочитати вголос
copy = Копіювати
copied = Скопійовано
download = Завантажити
alternatives = Інші варіанти
alternatives-title = Показати інші варіанти
alternatives-none = Тут немає інших варіантів.
from-memory = З пам’яті перекладів
from-glossary = З глосарія
engine-basic = Базовий переклад: передає лише загальний зміст
engine-neural = Нейронний переклад
engine-language-model = Мовна модель
recalled = { $number ->
    [one] { $number } речення з пам’яті
    [few] { $number } речення з пам’яті
    [many] { $number } речень з пам’яті
   *[other] { $number } речення з пам’яті
}
terms-placed = { $number ->
    [one] { $number } термін із глосарія
    [few] { $number } терміни з глосарія
    [many] { $number } термінів із глосарія
   *[other] { $number } терміна з глосарія
}
chips-label = Як перекладати
chip-register = Формальність
register-any = будь-яка
register-formal = формально
register-informal = неформально
chip-glossary = Глосарій
chip-style = Стиль
chip-memory = Пам’ять
chip-none = немає

## The history of translations, which the browser keeps

history = Історія
history-on = Зберігати історію моїх перекладів
history-kept = Історія зберігається лише в цьому браузері, і більше ніхто її не бачить. Після вимкнення вона видаляється.
# Where people translate without signing in.
history-kept-open = Історія зберігається лише в цьому браузері. Її бачить кожен, хто користується цим браузером без входу. Після вимкнення вона видаляється.
history-refused = Цей браузер не дозволяє сторінці нічого зберігати.
history-none = Ще нічого не збережено.
history-again = Перекласти ще раз
history-delete = Видалити історію
