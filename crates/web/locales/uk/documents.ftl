## Documents

drop-documents = Перетягніть документи сюди
# $megabytes is the size of the largest file.
drop-about = або виберіть файли: Word, PowerPoint, Excel, PDF, вебсторінки, субтитри, зображення та інші, кожен до { $megabytes } МБ
choose-documents = Вибрати документи
documents-list = Документи
download-all = Завантажити все
documents-stay = Переклад видаляється із сервера після завантаження. До того його можна отримати на цій вкладці.
look-again = Перевірити знову
progress = Перебіг
document-queued = у черзі
document-translating = { $seconds ->
    [one] ще близько { $seconds } секунди
    [few] ще близько { $seconds } секунд
    [many] ще близько { $seconds } секунд
   *[other] ще близько { $seconds } секунди
}
document-done = { $characters ->
    [one] { $characters } символ
    [few] { $characters } символи
    [many] { $characters } символів
   *[other] { $characters } символу
}
cancel = Скасувати
remove = Видалити
document-failed = не перекладено
