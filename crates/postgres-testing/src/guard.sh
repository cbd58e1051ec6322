# Makes the data of a PostgreSQL and starts and reaps it, a line of the standard input for each, and
# answers to each with a line. When the input ends, as it does however the process at its other end
# ends, the server is ended, and the folder is removed.
#
# Usage: guard.sh FOLDER BINARIES USER

# A terminal or a service manager that ends the process at the other end sends these here as well;
# and answers may come when nobody reads them any more.
trap '' HUP INT TERM PIPE
cd /
folder=$1
binaries=$2
user=$3
server=

# Whether the server has not ended yet; what has its number may not be the server any more.
is_running() {
    [ -n "$server" ] &&
        read -r _ _ state parent _ 2>/dev/null <"/proc/$server/stat" &&
        [ "$parent" = $$ ] && [ "$state" != Z ]
}

signal_all() {
    for process in $(cat "/proc/$server/task/$server/children") "$server"; do
        kill -s "$1" "$process"
    done
}

while read -r order; do
    case $order in
    initialize)
        "$binaries/initdb" --pgdata="$folder/data" --username="$user" --pwfile="$folder/password" \
            --auth=scram-sha-256 --encoding=UTF8 --locale=C.UTF-8 --no-sync --no-instructions \
            </dev/null >>"$folder/log" 2>&1
        echo $?
        ;;
    start)
        "$binaries/postgres" -D "$folder/data" </dev/null >>"$folder/log" 2>&1 &
        server=$!
        echo "$server"
        ;;
    reap)
        wait "$server"
        echo $?
        server=
        ;;
    esac
done

tries=0
while is_running; do
    tries=$((tries + 1))
    if [ "$tries" -le 500 ]; then
        # Perhaps it is stopped; and perhaps it does not listen to signals yet.
        signal_all CONT
        kill -s QUIT "$server"
    else
        signal_all KILL
    fi
    sleep 0.02
done
wait
# A server that was killed leaves a piece of shared memory: its number is in the file.
if [ -f "$folder/data/postmaster.pid" ]; then
    sed -n 7p "$folder/data/postmaster.pid" | {
        read -r _ memory && ipcrm --shmem-id "$memory"
    }
fi
rm -rf "$folder"
