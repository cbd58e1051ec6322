## The frame

skip-to-content = الانتقال إلى المحتوى
nav-pages = الصفحات
nav-translate = الترجمة
nav-documents = المستندات
nav-improve = التحسين
nav-settings = الإعدادات
signed-in-as = تم تسجيل الدخول باسم
sign-in = تسجيل الدخول
sign-out = تسجيل الخروج
role-translator = مترجم
role-terminology = مسؤول المصطلحات
role-administrator = مسؤول الحساب
role-operator = مشغّل الخادم

## Signing in

sign-in-title = تسجيل الدخول إلى Dragoman
sign-in-about = تبقى النصوص والمستندات على هذا الخادم.
sign-in-key = المفتاح
sign-in-key-note = المفتاح الذي أُعطي لك. لا يُحفظ في هذا المتصفح.
sign-in-code-about = يتيح لك هذا العنوان تسجيل الدخول مرة واحدة.
sign-in-with-key = تسجيل الدخول بمفتاح بدلًا من ذلك
# $name is what the organisation calls its sign-in.
sign-in-open-id = تسجيل الدخول عبر { $name }
sign-in-by-proxy = الوكيل (proxy) الذي أمام هذا الخادم هو من يحدد هويتك، لكنه لم يذكر أحدًا. سجّل الدخول هناك؛ وإن كنت قد فعلت، فأبلغ مشغّل الخادم.

## Settings

settings-language = لغة الواجهة
settings-language-browser = حسب المتصفح
settings-theme = المظهر
settings-from = الترجمة من
settings-to = الترجمة إلى
settings-kept = تُحفظ هذه الإعدادات في هذا المتصفح فقط.
theme-system = حسب النظام
theme-light = فاتح
theme-dark = داكن
theme-contrast = تباين عالٍ
save = حفظ
