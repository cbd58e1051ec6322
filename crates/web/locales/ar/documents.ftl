## Documents

drop-documents = أفلت المستندات هنا
# $megabytes is the size of the largest file.
drop-about = أو اختر ملفات: Word وPowerPoint وExcel وPDF وصفحات الويب والترجمات المصاحبة للفيديو والصور وغيرها، حتى { $megabytes } MB لكل ملف
choose-documents = اختيار مستندات
documents-list = المستندات
both-languages = باللغتين معًا
pdf-as = ملف PDF بصيغة
pdf-as-word = مستند Word
download-all = تنزيل الكل
download-and-compare = تنزيل ومقارنة
original = الأصل
translation = الترجمة
documents-stay = تُزال الترجمة من الخادم بعد تنزيلها. وحتى ذلك الحين يمكن تنزيلها من علامة التبويب هذه.
look-again = تحديث
progress = التقدم
document-queued = في الانتظار
document-translating = { $seconds ->
    [zero] بقي أقل من ثانية
    [one] بقيت ثانية واحدة تقريبًا
    [two] بقيت ثانيتان تقريبًا
    [few] بقيت { $seconds } ثوانٍ تقريبًا
    [many] بقيت { $seconds } ثانية تقريبًا
   *[other] بقيت { $seconds } ثانية تقريبًا
}
document-done = { $characters ->
    [zero] { $characters } حرف
    [one] حرف واحد
    [two] حرفان
    [few] { $characters } أحرف
    [many] { $characters } حرفًا
   *[other] { $characters } حرف
}
cancel = إلغاء
remove = إزالة
document-failed = لم يُترجم

## Why a document was not translated, by the code of the failure; reasons in it are English

failure-damaged = الملف تالف: ينتهي قبل أوانه أو يتناقض محتواه. أرسله مرة أخرى.
failure-malformed = الملف ليس مستند { $format } صالحًا: { $reason }. احفظه من جديد في البرنامج الذي أُنشئ به ثم أرسله.
failure-encrypted = المستند محمي بكلمة مرور. أزل الحماية وأرسله مرة أخرى.
failure-too-large = المستند كبير جدًا: الحد الأقصى { $most } ({ $what }). قسّمه.
failure-no-filter = لا يمكن ترجمة ملفات { $format } على هذا الخادم. أبلغ مشغّله: { $remedy }.
failure-unsupported = لا يمكن ترجمة المستند: { $reason }.
failure-unknown-language = لم يتم التعرّف على لغة المستند. اخترها وأرسل المستند مرة أخرى.
failure-same-language = المستند مكتوب أصلًا باللغة المطلوب ترجمته إليها. اختر لغة أخرى.
failure-nothing-to-translate = لا يوجد في المستند نص للترجمة.
failure-nothing-translated = لم يُترجم شيء من نص المستند. تحقق من اللغة المطلوب ترجمته منها.
failure-engine-down = محرك هاتين اللغتين لا يستجيب. أرسل المستند مرة أخرى لاحقًا.
failure-unsupported-pair = لا يمكن ترجمة المستندات هنا من { $source } إلى { $target }.
failure-missing-pair = لا يمكن حتى الآن ترجمة المستندات هنا من { $source } إلى { $target }. يمكن لمشغّل الخادم إضافة ذلك.
failure-no-style = لا يوجد محرك للترجمة من { $source } إلى { $target } يمكنه اتباع كل قواعد الأسلوب. استغنِ عنها.
failure-customization = لا يمكن استخدام ما اختير للترجمة: { $reason }. اختر شيئًا آخر وأرسل المستند مرة أخرى.
failure-too-many-characters = عدد أحرف المستند { $characters }، والحد الأقصى { $most }. قسّمه.
failure-too-many-unfetched = مع هذا المستند يتجاوز مجموع أحرف مستندات اليوم التي لم تُنزَّل الحد الأقصى، وهو { $most }. نزّل بعضها أولًا، أو أرسله غدًا (UTC).
failure-account-limit = عدد أحرف المستند أكبر مما بقي في رصيد الحساب لهذا الشهر. قسّمه، أو أرسله عندما يبدأ العد من جديد.
failure-key-limit = عدد أحرف المستند أكبر مما بقي في رصيد هذا المفتاح لهذا الشهر. قسّمه؛ ويمكن أيضًا لأحد المسؤولين رفع حد المفتاح.
failure-key-gone = أُلغي المفتاح الذي أُرسل به المستند. أرسله بمفتاح آخر.
failure-interrupted = عدد مرات انقطاع الترجمة { $attempts }، ولن تُعاد المحاولة. أبلغ مشغّل الخادم؛ الأسباب مذكورة في سجل الخادم.
failure-too-much-memory = يحتاج المستند إلى ذاكرة عمل (RAM) أكبر مما يمنحه هذا الخادم لمستند واحد. قسّمه، أو اطلب من مشغّل الخادم السماح بالمزيد للمستندات.
failure-unreadable = لم تعد قراءة المستند ممكنة. أرسله مرة أخرى.
failure-server-failed = حدث خطأ في الخادم؛ السبب مذكور في سجله. أرسل المستند مرة أخرى، وإن لم يُجدِ ذلك فأبلغ مشغّل الخادم.
failure-other = لم يُترجم المستند. { $detail }
