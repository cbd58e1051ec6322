## Improving texts

improve = Покращити
improve-panes-label = Покращення тексту
improve-language = Мова
improve-own-language = Мова тексту
improve-placeholder = Введіть або вставте текст, щоб його покращити
improve-how = Що зробити
improve-correct = Виправити помилки
improve-rephrase = Сказати краще
improve-style = Стиль
improve-style-none = будь-який стиль
style-academic = академічний
style-business = діловий
style-casual = невимушений
style-simple = простий
style-confident = упевнений
style-diplomatic = дипломатичний
style-enthusiastic = захоплений
style-friendly = дружній
improvement-appears = Тут з’явиться покращений текст із позначеними змінами.
improved-text = Покращений текст
change-title = Скасувати цю зміну або знову її прийняти
no-changes = Нічого не змінено.
changes = { $number ->
    [one] { $number } зміна
    [few] { $number } зміни
    [many] { $number } змін
   *[other] { $number } зміни
}
use-text = Узяти як текст
