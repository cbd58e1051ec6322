## Terms: glossaries, translation memories, style rules

nav-terms = المصطلحات
tab-glossaries = المسارد
tab-memories = ذاكرات الترجمة
tab-style-rules = قواعد الأسلوب
name = الاسم
language = اللغة
languages = اللغات
made = تاريخ الإنشاء
changed = تاريخ التعديل
make = إنشاء
rename = إعادة التسمية
search = بحث
import = استيراد
rows = الصفوف
rows-first = العودة إلى البداية
rows-before = السابق
rows-next = التالي
# $first and $last are the numbers of rows, $all is how many there are.
rows-which = { $first } إلى { $last } من { $all }

## Glossaries

glossaries-all = كل المسارد
glossaries-none = لا توجد مسارد بعد. يحدد المسرد كيف تُترجم المصطلحات.
glossary-new = إنشاء مسرد
glossary-delete = حذف المسرد
glossary-delete-question = هل تريد حذف المسرد «{ $name }» وكل مدخلاته؟ لا يمكن التراجع عن ذلك.
dictionaries = أزواج اللغات
dictionaries-none = لا توجد مدخلات في هذا المسرد بعد. استورد بعضها.
dictionary-delete = حذف هذه المدخلات
# $pair is a pair of languages, such as “English → German”.
dictionary-delete-question = هل تريد حذف كل مدخلات { $pair }؟ لا يمكن التراجع عن ذلك.
entries = المدخلات
entries-paste = المدخلات، واحد في كل سطر: المصطلح، ثم علامة جدولة أو فاصلة، ثم ترجمته
entries-file = أو ملف (TSV أو CSV)
entries-note = يرد المصطلح في سطر واحد فقط. الجدول المنسوخ من برنامج جداول بيانات مفصول بعلامات جدولة. إذا اخترت ملفًا، استُخدم بدلًا من النص الملصق.
entries-import = استيراد المدخلات
entries-none-found = لم يُعثر على شيء.
import-merge = الإضافة إلى المدخلات الموجودة؛ وإذا كان المصطلح موجودًا تُستبدل ترجمته
import-replace = استبدال كل مدخلات زوج اللغات هذا
entry-add = إضافة
entry-remove = إزالة
download-tsv = تنزيل بتنسيق TSV
download-csv = تنزيل بتنسيق CSV

## Translation memories

memories-all = كل ذاكرات الترجمة
memories-none = لا توجد ذاكرات ترجمة بعد. تضم ذاكرة الترجمة جملًا مع ترجماتها ليعاد استخدامها.
memory-import = استيراد ذاكرة ترجمة
# $megabytes is the size of the largest file.
memory-file = ملف TMX، حتى { $megabytes } MB
memory-name-note = إذا لم تكتب اسمًا، استُخدم اسم الملف.
memory-importing = وصل الملف ويجري استيراده.
memory-exporting = تجري كتابة الملف.
memory-imported = تم استيراد ذاكرة الترجمة.
memory-skipped = { $skipped ->
    [zero] لم تُستبعد أي وحدة من الملف.
    [one] استُبعدت وحدة واحدة من الملف: ينقصها أصل أو ترجمة بلغة معروفة، أو أنها طويلة جدًا.
    [two] استُبعدت وحدتان من الملف: ينقصهما أصل أو ترجمة بلغة معروفة، أو أنهما طويلتان جدًا.
    [few] استُبعدت { $skipped } وحدات من الملف: ينقصها أصل أو ترجمة بلغة معروفة، أو أنها طويلة جدًا.
    [many] استُبعدت { $skipped } وحدة من الملف: ينقصها أصل أو ترجمة بلغة معروفة، أو أنها طويلة جدًا.
   *[other] استُبعدت { $skipped } وحدة من الملف: ينقصها أصل أو ترجمة بلغة معروفة، أو أنها طويلة جدًا.
}
memory-open = فتح ذاكرة الترجمة
memory-export = تصدير بتنسيق TMX
memory-download = تنزيل ملف TMX
memory-job-expired = لم يعد هذا الملف هنا. صدّر ذاكرة الترجمة مرة أخرى.
memory-delete = حذف ذاكرة الترجمة
memory-delete-question = هل تريد حذف ذاكرة الترجمة «{ $name }» وكل مقاطعها؟ لا يمكن التراجع عن ذلك.
segments = المقاطع
segments-number = { $segments ->
    [zero] لا مقاطع
    [one] مقطع واحد
    [two] مقطعان
    [few] { $segments } مقاطع
    [many] { $segments } مقطعًا
   *[other] { $segments } مقطع
}
segments-none-found = لا توجد مقاطع هنا.
translations = الترجمات

## Style rules

style-lists-all = كل قواعد الأسلوب
style-lists-none = لا توجد قواعد أسلوب بعد. تحدد هذه القواعد كيف تُكتب الترجمات إلى لغة ما.
style-list-new = إنشاء قائمة قواعد أسلوب
style-list-language = لغة الترجمات
style-list-delete = حذف قواعد الأسلوب
style-list-delete-question = هل تريد حذف قواعد الأسلوب «{ $name }»؟ لا يمكن التراجع عن ذلك.
rules = القواعد
rules-chosen = { $rules ->
    [zero] لم تُختر أي قاعدة
    [one] اختيرت قاعدة واحدة
    [two] اختيرت قاعدتان
    [few] اختيرت { $rules } قواعد
    [many] اختيرت { $rules } قاعدة
   *[other] اختيرت { $rules } قاعدة
}
rule-not-set = بلا تحديد
rule-needs-model = تتطلب نموذجًا لغويًا.
rule-needs-register = تُطلب صيغة المخاطبة هذه من المحرك؛ ولا يستطيع كل محرك ذلك.
instructions = تعليمات مخصصة
instructions-note = جمل كاملة تذكر ما هو مطلوب أيضًا. تتطلب نموذجًا لغويًا.
instructions-none = لا توجد تعليمات.
instruction-prompt = التعليمة
instruction-source = لغة النصوص الأصلية
instruction-any-source = أي لغة
instruction-add = إضافة
instruction-remove = إزالة

## What goes wrong with them

problem-name-missing = اكتب اسمًا.
problem-name-control = الاسم سطر واحد بلا أحرف تحكم.
problem-name-too-long = الاسم طويل جدًا: الحد الأقصى { $most }.
problem-name-taken = الاسم «{ $name }» مستخدم من قبل. اختر اسمًا آخر.
problem-no-pair = اختر اللغتين كلتيهما.
problem-no-language = اختر اللغة.
problem-same-language = اختر لغتين مختلفتين.
problem-no-entries = لا توجد مدخلات. الصق بعضها أو اختر ملفًا.
problem-entries-not-utf8 = المدخلات ليست نصًا بترميز UTF-8. احفظ الملف بتنسيق «CSV UTF-8» أو كنص بترميز UTF-8.
problem-entries-too-large = هذه المدخلات أكثر مما يتسع له مسرد واحد: الحد الأقصى { $most } MiB. استخدم عدة مسارد.
problem-entries-other-pairs = كل الأسطر تخص لغات أخرى. تحقق من اللغتين المختارتين ومن العمودين الثالث والرابع.
# $line is the number of a line of the file, from 1.
problem-entries-missing-target = لا توجد ترجمة في السطر { $line }. يجب أن تفصل علامة جدولة أو فاصلة بين المصطلح وترجمته.
problem-entries-second-tab = في السطر { $line } أكثر من علامة جدولة واحدة. يتكوّن السطر من مصطلح وعلامة جدولة وترجمة.
problem-entries-empty-term = في السطر { $line } المصطلح أو ترجمته فارغ.
problem-entries-long-term = في السطر { $line } مصطلح طويل جدًا: الحد الأقصى بالبايت هو { $most }.
problem-entries-control = في السطر { $line } مصطلح يتضمن علامة جدولة أو فاصل أسطر أو حرف تحكم آخر.
# $first is the number of the earlier line.
problem-entries-duplicate = المصطلح في السطر { $line } موجود من قبل في السطر { $first }. أبقِ أحدهما.
problem-entries-open-quote = علامة الاقتباس في السطر { $line } غير مغلقة.
problem-entries-stray-quote = في السطر { $line } علامة اقتباس في غير موضعها. ضع الحقل كله بين علامتي اقتباس، وكرّر كل علامة داخله مرتين.
problem-entry-exists = المصطلح «{ $source }» موجود هنا من قبل، وترجمته «{ $target }». عدّل ذلك المدخل.
problem-entry-changed = عدّل شخص آخر «{ $source }» في هذه الأثناء: أصبح الآن «{ $now }». لم يُحفظ ما كتبته، «{ $wrote }»؛ عدّله مرة أخرى إن كان صحيحًا.
problem-entry-changed-not-removed = عدّل شخص آخر «{ $source }» في هذه الأثناء: أصبح الآن «{ $now }». لم تتم إزالته.
problem-entry-gone = أزال شخص آخر «{ $source }» أو أعاد تسميته في هذه الأثناء. لم يُحفظ ما كتبته، «{ $wrote }»؛ أضفه إن كان صحيحًا.
problem-entry-removed-already = أزال شخص آخر «{ $source }» أو أعاد تسميته في هذه الأثناء.
problem-last-entry = هذا هو المدخل الأخير. احذف كل مدخلات زوج اللغات هذا بدلًا من ذلك.
problem-try-again = عدّل شخص آخر هذا في الوقت نفسه. حاول مرة أخرى.
problem-glossary-gone = لا يوجد مسرد كهذا. ربما حُذف.
problem-dictionary-gone = لا توجد في المسرد مدخلات لهاتين اللغتين. ربما حُذفت.
problem-memory-gone = لا توجد ذاكرة ترجمة كهذه. ربما حُذفت.
problem-memory-job-gone = لم يعد هذا الملف هنا، أو أن عملية الاستيراد أو التصدير هذه غير معروفة.
problem-memory-too-large = حجم الملف أكبر من { $most } MB. قسّمه.
problem-no-memory-file = اختر ملف TMX.
problem-style-list-gone = لا توجد قواعد أسلوب كهذه. ربما حُذفت.
problem-style-list-changed = عدّل شخص آخر قواعد الأسلوب هذه في هذه الأثناء. لم يُنفّذ أي شيء؛ وتظهر أدناه بحالتها الحالية.
problem-instruction-gone = لا توجد تعليمة كهذه. ربما أُزيلت.
problem-instruction-label = يجب أن يكون عدد أحرف اسم التعليمة بين 1 و{ $most }.
problem-instruction-prompt = يجب أن يكون عدد أحرف التعليمة بين 1 و{ $most }.
