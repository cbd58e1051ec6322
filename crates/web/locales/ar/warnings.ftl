## What should be known of a translated document, by the code of the warning

warning-too-long = { $translations ->
    [zero] لا توجد ترجمات أطول مما يسمح به المستند.
    [one] توجد ترجمة واحدة أطول مما يسمح به المستند؛ اختصرها يدويًا.
    [two] توجد ترجمتان أطول مما يسمح به المستند؛ اختصرهما يدويًا.
    [few] توجد { $translations } ترجمات أطول مما يسمح به المستند؛ اختصرها يدويًا.
    [many] توجد { $translations } ترجمة أطول مما يسمح به المستند؛ اختصرها يدويًا.
   *[other] توجد { $translations } ترجمة أطول مما يسمح به المستند؛ اختصرها يدويًا.
}
warning-damaged-part = الجزء «{ $part }» تالف وتُرك كما هو: { $reason }.
warning-damaged-styles = الأنماط تالفة وتُركت كما هي: { $reason }.
warning-missing-parts = توجد أجزاء ناقصة، عددها: { $parts }، وأولها «{ $first }».
warning-embedded-documents = يعرض المستند مستندات أخرى مضمّنة فيه؛ تُركت كما هي.
warning-detached-controls = تعرض عناصر تحكم المحتوى بيانات من المستند لا تُترجم؛ وحيثما ورد نصها فُصلت عنه.
warning-chart-workbooks = تعذّرت قراءة بعض المصنفات المرتبطة بالمخططات فتُركت كما هي: من يعدّل بيانات مخطط منها تظهر له الكلمات الأصلية من جديد.
warning-hidden-layers = تُرك النص في الطبقات المخفية كما هو.
warning-macros = يحتوي المستند على وحدات ماكرو، وقد تُركت كما هي مع ما فيها من نصوص.
warning-signature-invalid = المستند موقّع؛ والتوقيع لا يسري على ترجمته.
warning-compared-texts = تبحث صيغ المصنف عن نصوص أو تقارن بينها: حيثما تُرجمت تلك النصوص قد تختلف النتائج.
warning-value-lists = قوائم القيم المسموح بها في الخلايا مكتوبة في قواعد المصنف؛ تُركت كما هي.
warning-named-headers = تُركت بعض عناوين الجداول كما هي، لأن نصوصًا في الصيغ أو البيانات تسمّي الأعمدة بها.
warning-pivot-tables = يحتوي المصنف على جداول محورية أو مقسّمات طريقة عرض: تُركت أسماء حقولها كما هي، وتُترجم عناصرها عند تحديثها.
warning-other-target = ورد في الملف أنه مترجم إلى «{ $declared }»؛ لكنه مترجم إلى «{ $target }».
warning-source-is-target = ورد في الملف أن لغة الأصل هي «{ $source }»، وهي نفسها اللغة التي يُترجم إليها.
warning-different-sources = للملفات داخل المستند لغات أصل مختلفة: { $sources }.
warning-other-source = ورد في أحد النصوص الأصلية أن لغته «{ $own }»، لكن ملفه يذكر أن لغة النصوص الأصلية «{ $file }».
warning-finished-translations = أُبقيت الترجمات المعلَّمة في الملف بأنها منتهية، وعددها: { $translations }.
warning-new-translations = تُرجمت النصوص التي لم تكن لها ترجمة منتهية، وعددها: { $texts }.
warning-query-language = قد لا تُفهم القواعد المكتوبة بلغة الاستعلام «{ $language }».
warning-outside-rules = القواعد الواردة في «{ $file }» تقع خارج المستند ولم تُقرأ.
warning-unsupported-rule = تم تجاوز القاعدة الخاصة بـ «{ $path }»: لا تُدعم إلا المسارات المكوّنة من أسماء.
warning-entities = تبقى نصوص الكيانات التي يعرّفها المستند كما هي.
warning-other-language = ما كان بلغة غير لغة بقية المستند، مثل «{ $language }»، يبقى كما هو.
warning-missing-font = لا يوجد على هذا الخادم خط يتضمن أحرف بعض الفقرات ({ $script })، فتُركت كما هي، وعددها: { $paragraphs }.
warning-pages-without-text = لم يُعثر على نص في بعض الصفحات، فتُركت كما هي: { $pages }.
warning-unrecognised-pages = لم يتم التعرّف على نص بعض الصفحات، فتُركت كما هي: { $pages } ({ $reason }).
warning-unrecognised-pictures = لم يتم التعرّف على نص بعض الصور، فتُركت كما هي، وعددها: { $pictures } ({ $reason }).
warning-formulas = تُركت المعادلات كما هي، وعددها: { $formulas }.
warning-pictures-left-out = بعض الصور محفوظة بطريقة لا يعرفها التنسيق الجديد، فحُذفت، وعددها: { $pictures }.
warning-recognised-pages = كانت بعض الصفحات صورًا، ولا يتضمن المستند الجديد منها إلا النص الذي تم التعرّف عليه: { $pages }.
warning-does-not-fit = لا تتسع أماكن بعض الفقرات لترجماتها، وعددها: { $paragraphs }، في الصفحات { $pages }.
