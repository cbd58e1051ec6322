## The pages of administration

nav-usage = الاستخدام
nav-administration = الإدارة
tab-keys = المفاتيح
tab-models = النماذج
tab-health = الحالة
no-limit = بلا حد
never = أبدًا
as-table = عرض كجدول
keep = إبقاء
problem-day = يُكتب التاريخ على هذا النحو: 2026-05-17.
problem-scope = لا يمكن منح المفتاح إلا الأذونات المدرجة هنا.
problem-number = الحد عدد صحيح من الأحرف، أو يُترك الحقل فارغًا.

## Usage

usage-account = استخدام الحساب في هذه الفترة
usage-own = استخدامك في هذه الفترة
# $most is a number of characters, $day the day on which the count begins anew.
usage-of = من أصل { $most ->
    [zero] { $most } حرف
    [one] حرف واحد
    [two] حرفين
    [few] { $most } أحرف
    [many] { $most } حرفًا
   *[other] { $most } حرف
} · يتجدد في { $day }
usage-without-limit = عدد الأحرف، بلا حد · يبدأ العد من جديد في { $day }
usage-from = من
usage-to = إلى
usage-show = عرض
usage-current = الفترة الحالية
usage-shares = النصوص والمستندات والتحسين
usage-texts = النصوص
usage-documents = المستندات
usage-improvement = التحسين
# $percent is a whole number, $characters how many characters that are.
usage-share = { $percent }% · { $characters ->
    [zero] { $characters } حرف
    [one] حرف واحد
    [two] حرفان
    [few] { $characters } أحرف
    [many] { $characters } حرفًا
   *[other] { $characters } حرف
}
usage-busiest = المفتاح الأكثر استخدامًا
usage-by-day = الأحرف حسب اليوم
usage-by-key = المفاتيح
usage-by-tag = الوسوم
usage-day = اليوم
usage-tag = الوسم
usage-characters = الأحرف
usage-none = لا استخدام مسجلًا في هذه الأيام.
usage-more-tags = توجد وسوم أخرى؛ الملف يتضمنها كلها.

## Keys

keys-programs = مفاتيح البرامج
keys-none = لا توجد مفاتيح بعد.
keys-ended = ملغاة
keys-back = كل المفاتيح
keys-persons = الأشخاص
keys-persons-about = من سجّلوا الدخول إلى الحساب بأسمائهم. يُحتسب ما يستخدمونه على الحساب.
key-label = التسمية
key-mask = المفتاح
key-scopes = الأذونات
key-used = المستخدم في هذه الفترة
key-limit = الحد
key-made = تاريخ الإنشاء
key-expires = تاريخ الانتهاء
key-ended = ملغى
person-name = الاسم
person-since = أول تسجيل دخول
scopes-all = الكل
key-new = إنشاء مفتاح
key-scopes-about = إذا لم تختر شيئًا، أتاح المفتاح كل ما يُسمح به للبرامج.
key-expires-after = آخر يوم
key-expires-about = يعمل المفتاح حتى نهاية هذا اليوم بتوقيت UTC. إذا لم تحدد يومًا، فلن تنتهي صلاحيته.
key-make = إنشاء المفتاح
scope-translate-text = ترجمة النصوص
scope-translate-document = ترجمة المستندات
scope-improve-text = تحسين النصوص
scope-read-glossaries = قراءة المسارد
scope-write-glossaries = تعديل المسارد
scope-read-style-rules = قراءة قواعد الأسلوب
scope-write-style-rules = تعديل قواعد الأسلوب
scope-read-memories = قراءة ذاكرات الترجمة
scope-read-languages = عرض قائمة اللغات
scope-read-usage = قراءة الاستخدام
# $label is what the key is called.
key-made-title = أُنشئ المفتاح «{ $label }»
key-secret-once = انسخه الآن. لن يظهر إلا هذه المرة، ولن يتمكن أحد من قراءته بعدها.
key-rename = إعادة التسمية
key-limit-about = عدد الأحرف في الفترة. إذا تُرك فارغًا فلا حد؛ و0 يمنع كل استخدام.
key-set-limit = تعيين الحد
key-end = إلغاء المفتاح
key-end-question = هل تريد إلغاء المفتاح «{ $label }»؟
person-end = إلغاء الوصول
person-end-question = هل تريد إلغاء وصول «{ $label }»؟
end-about = يسري الإلغاء فورًا ولا يمكن التراجع عنه.
end-own = أنت مسجّل الدخول بهذا نفسه، وسيؤدي إلغاؤه إلى تسجيل خروجك.

## Models

models-installed = النماذج المثبّتة
models-none = لا توجد نماذج مثبّتة.
models-used = المساحة التي تشغلها: { $used }.
models-free = المساحة الخالية على القرص: { $free }.
models-fetch = تنزيل النماذج
models-fetched = التنزيلات
models-available = النماذج المتاحة للتنزيل
models-back = النماذج المثبّتة
models-old-catalogue = تعذّر الوصول إلى الفهرس؛ هذه نسخة قديمة منه.
megabytes = { $number } MB
model-pair = اللغات
model-name = الاسم
model-size = الحجم
model-quality = COMET
model-quality-about = COMET هي الجودة التي يذكرها الناشر: كلما اقتربت من 1 كانت أفضل. لا يمكن مقارنة أرقام أزواج لغات مختلفة.
model-licence = الترخيص
model-origin = المصدر
model-installed = تاريخ التثبيت
model-architecture = النوع
model-fetch = تنزيل
model-is-installed = مثبّت
model-remove = إزالة
model-remove-question = هل تريد إزالة النموذج { $name }؟
model-remove-about = بعد إزالته تُترجم هذه اللغات بمحرك آخر، أو لا تُترجم. ويمكن تنزيل النموذج مرة أخرى.
# $folder is the path of a folder, $reason a sentence about what is wrong with it.
model-broken = المجلد { $folder } ليس نموذجًا: { $reason }
licence-not-stated = غير مذكور
pull-beginning = جارٍ البدء
pull-checking = جارٍ التحقق
pull-done = مثبّت
pull-failed = لم يُثبّت.
# $detail is a sentence of the program in English.
problem-catalogue = تعذّرت قراءة فهرس النماذج. { $detail }
problem-no-model = هذا النموذج لم يعد مثبّتًا.
problem-model = { $detail }
problem-too-many-pulls = بلغت عمليات تنزيل النماذج الجارية حدها الأقصى ({ $most }). انتظر حتى ينتهي أحدها.

## Health

health-about = يُفحص كل جزء من التثبيت: مجلد البيانات والمحركات والنماذج والبرامج المرافقة للخادم. قد يستغرق ذلك بضع دقائق.
health-check = فحص الآن
health-running = الفحص جارٍ.
# $time is a day and a time of it in UTC.
health-checked = وقت الفحص: { $time } UTC
finding-good = يعمل
finding-missing = مفقود
finding-broken = معطّل
problem-check-timed-out = أُوقف الفحص بعد مدة بلغت بالثواني { $seconds }. قد يوضح سجل الخادم ما الذي لا يستجيب.
problem-check = تعذّر إجراء الفحص. { $detail }

## About

nav-about = حول Dragoman
about-version = الإصدار
about-licence = الترخيص
about-libraries = المكتبات المستخدمة
about-programs = الأخيرة برامج مستقلة تُستخدم حيثما كانت مثبّتة. وللقواميس أيضًا تراخيصها الخاصة.
about-models = تراخيص النماذج المثبّتة
