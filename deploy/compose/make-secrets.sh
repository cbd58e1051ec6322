#!/bin/sh
# Writes the secrets of an installation to a folder, by default ./secrets beside compose.yaml: random passwords and keys,
# the two files that have them in them, and a certificate. What is there already stays, so it may run again.
#
#   make-secrets.sh NAME [FOLDER]      the name under which people reach it, such as translate.example.com
#
# The certificate is one that nobody vouches for, for the first try. Put your own in its place: the certificate, those that
# lead from it to an authority, and its key, one after the other in one file.
#
# Keep a copy of hashing.key and documents.key in another place than the backups of the data: without them no key of a
# client works and no document can be read.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
name=${1:?the name under which people reach it, such as translate.example.com}
folder=${2:-$here/../secrets}

# Nobody but the owner gets into the folder. In it the files can be read by whoever reads them in a container, where
# their owner is unknown.
umask 077
mkdir -p "$folder"
cd "$folder"

hexadecimal() { head -c "$1" /dev/urandom | od -An -tx1 | tr -d ' \n'; }

# Writes standard input to a file, at once or not at all, unless it is there.
keep() {
    if [ -e "$1" ]; then
        cat >/dev/null
        return
    fi
    cat >"$1.draft"
    chmod 0444 "$1.draft"
    mv "$1.draft" "$1"
    echo "written: $folder/$1"
}

head -c 32 /dev/urandom | keep hashing.key
head -c 32 /dev/urandom | keep documents.key
hexadecimal 32 | keep postgres_password
hexadecimal 32 | keep database_password

if [ ! -e s3.json ] || [ ! -e dragoman.toml ]; then
    # Both have the same key, so they are written together. It begins with a letter, to be a text for every reader.
    rm -f s3.json dragoman.toml
    access_key=dragoman$(hexadecimal 6)
    secret_key=$(hexadecimal 32)
    keep s3.json <<JSON
{
  "identities": [
    {
      "name": "dragoman",
      "credentials": [{ "accessKey": "$access_key", "secretKey": "$secret_key" }],
      "actions": ["Read:dragoman", "Write:dragoman", "List:dragoman"]
    }
  ]
}
JSON
    keep dragoman.toml <<TOML
# The options of all copies that are secret. What is not is in compose.yaml.
[data]
# Inside the network of compose.yaml, which does not leave this machine. Elsewhere: sslmode=verify-full and
# data.database_ca.
database = "postgres://dragoman:$(cat database_password)@postgres:5432/dragoman?sslmode=disable"

[data.s3]
access_key_id = "$access_key"
secret_access_key = "$secret_key"
TOML
fi

if [ ! -e certificate.pem ]; then
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 90 -subj "/CN=$name" \
        -addext "subjectAltName=DNS:$name" -keyout certificate.key.draft -out certificate.draft 2>/dev/null
    cat certificate.draft certificate.key.draft | keep certificate.pem
    rm -f certificate.draft certificate.key.draft
fi
