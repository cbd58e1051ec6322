#!/bin/bash
# A program that has been taken over: hostile.sh ATTEMPT ARGUMENT…
#
# It prints "done" if it could do what it attempts. It starts no other process for that, but may become one.
attempt=$1
shift
case $attempt in
read) read -r _ < "$1" ;;
list) [ -n "$(compgen -G "$1/*")" ] || exit ;;
write) : > "$1" || exit ;;
write-much)
    printf -v block '%01048576d' 0
    for ((i = 0; i < 8; i++)); do printf '%s' "$block" || exit; done > "$1"
    ;;
connect) : > "/dev/tcp/127.0.0.1/$1" || exit ;;
remember)
    text=0123456789abcdef
    while [ ${#text} -lt "$1" ]; do text+=$text; done
    ;;
open)
    for ((i = 0; i < 40; i++)); do exec {file}< /dev/null || exit; done
    ;;
compute) for ((i = 0; ; i++)); do :; done ;;
fork) (:) || exit ;;
signal) kill -0 "$1" || exit ;;
environment) [ -n "${PLANTED+x}" ] || exit ;;
become) exec "$@" ;;
# A call of the kernel by its number, with a number for each argument. It prints "done" if the kernel knows the call.
call)
    exec perl -e 'my @numbers = map { $_ + 0 } @ARGV; syscall(shift @numbers, @numbers); exit if $!{ENOSYS}; print "done\n"' "$@"
    ;;
# A local socket at a path, to wait at or connected.
wait-at)
    exec perl -MSocket -e 'socket(my $socket, AF_UNIX, SOCK_STREAM, 0) || exit; bind($socket, sockaddr_un($ARGV[0])) && listen($socket, 1) && print "done\n"' "$1"
    ;;
connect-to)
    exec perl -MSocket -e 'socket(my $socket, AF_UNIX, SOCK_STREAM, 0) || exit; connect($socket, sockaddr_un($ARGV[0])) && print "done\n"' "$1"
    ;;
*) exit 2 ;;
esac || exit
echo "done"
