#!/bin/sh
# In the place of LibreOffice: what it does with a document is the name under which it is called.
name=${0##*/}
folder=${0%/*}
case "$name $*" in
never-starts*) exit 81 ;;
*--terminate_after_init*) exit 0 ;;
esac
# The last argument is the document, whose folder has one for the result.
for document; do :; done
case $name in
hangs) exec tail -f /dev/null ;;
hangs-and-tells)
    echo $$ > "$folder/new"
    mv "$folder/new" "$folder/began"
    exec tail -f /dev/null
    ;;
is-killed) kill -9 $$ ;;
writes-nothing) exit 0 ;;
fails) exit 1 ;;
writes-no-archive) echo no archive > "${document%/*}/out/in.docx" ;;
esac
