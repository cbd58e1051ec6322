## Documents

drop-documents = أفلت المستندات هنا
# $megabytes is the size of the largest file.
drop-about = أو اختر ملفات: Word وPowerPoint وExcel وPDF وصفحات الويب والترجمات المصاحبة للفيديو والصور وغيرها، حتى { $megabytes } MB لكل ملف
choose-documents = اختيار مستندات
documents-list = المستندات
download-all = تنزيل الكل
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
