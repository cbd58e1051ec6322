## Improving texts

improve = تحسين
improve-panes-label = التحسين
improve-language = اللغة
improve-own-language = لغة النص
improve-placeholder = اكتب نصًا لتحسينه أو الصقه
improve-how = المطلوب
improve-correct = تصحيح الأخطاء
improve-rephrase = صياغة أفضل
improve-style = الأسلوب
improve-style-none = أي أسلوب
style-academic = أكاديمي
style-business = مهني
style-casual = عفوي
style-simple = بسيط
style-confident = واثق
style-diplomatic = دبلوماسي
style-enthusiastic = متحمس
style-friendly = ودي
improvement-appears = يظهر هنا النص المحسّن مع بيان ما تغيّر.
improved-text = النص المحسّن
change-title = التراجع عن هذا التغيير أو قبوله مجددًا
no-changes = لم يتغيّر شيء.
changes = { $number ->
    [zero] لا تغييرات
    [one] تغيير واحد
    [two] تغييران
    [few] { $number } تغييرات
    [many] { $number } تغييرًا
   *[other] { $number } تغيير
}
use-text = استخدامه كنص
