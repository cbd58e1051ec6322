## Translating texts

tabs-translate = ما المطلوب ترجمته
tab-text = نص
tab-documents = مستندات
panes-label = الترجمة
from-label = من
into-label = إلى
# Before the languages that somebody used last.
last-used = المستخدمة مؤخرًا
detect-language = اكتشاف اللغة
# $language is the name of a language.
detected-language = { $language } (مكتشفة)
swap = تبديل اللغتين
swap-title = تبديل اللغتين (Ctrl+Shift+S)
text-label = النص
text-placeholder = اكتب نصًا أو الصقه
length-title = عدد الأحرف
clear = مسح
translate = ترجمة
translation-appears = تظهر الترجمة هنا.
texts-stay = تبقى النصوص على هذا الخادم.
read-aloud = قراءة بصوت عالٍ
copy = نسخ
copied = تم النسخ
download = تنزيل
alternatives = صيغ أخرى
alternatives-title = عرض صيغ أخرى
alternatives-none = لا توجد صيغة أخرى هنا.
from-memory = من ذاكرة الترجمة
from-glossary = من المسرد
engine-basic = ترجمة أساسية: تنقل المعنى العام فقط
engine-neural = ترجمة عصبية
engine-language-model = نموذج لغوي
recalled = { $number ->
    [zero] لا جمل من الذاكرة
    [one] جملة واحدة من الذاكرة
    [two] جملتان من الذاكرة
    [few] { $number } جمل من الذاكرة
    [many] { $number } جملة من الذاكرة
   *[other] { $number } جملة من الذاكرة
}
terms-placed = { $number ->
    [zero] لا مصطلحات من المسرد
    [one] مصطلح واحد من المسرد
    [two] مصطلحان من المسرد
    [few] { $number } مصطلحات من المسرد
    [many] { $number } مصطلحًا من المسرد
   *[other] { $number } مصطلح من المسرد
}
chips-label = طريقة الترجمة
chip-register = الرسمية
register-any = أي صيغة
register-formal = رسمية
register-informal = غير رسمية
chip-glossary = المسرد
chip-style = الأسلوب
chip-memory = الذاكرة
chip-none = بدون

## The history of translations, which the browser keeps

history = السجل
history-on = حفظ سجل لترجماتي
history-kept = يُحفظ السجل في هذا المتصفح فقط، ولا يراه أحد غيرك. يؤدي إيقافه إلى حذفه.
# Where people translate without signing in.
history-kept-open = يُحفظ السجل في هذا المتصفح فقط، ويراه كل من يستخدم هذا المتصفح دون تسجيل الدخول. يؤدي إيقافه إلى حذفه.
history-refused = لا يسمح هذا المتصفح للصفحة بحفظ أي شيء.
history-none = لم يُحفظ شيء بعد.
history-again = ترجمة مرة أخرى
history-delete = حذف السجل
