#!/bin/sh
# Makes the role and the database of Dragoman when PostgreSQL is started for the first time. The role owns its database
# and nothing else, so that it can make and change its tables.
set -eu

psql --no-psqlrc --set=ON_ERROR_STOP=1 --username="${POSTGRES_USER:-postgres}" --dbname=postgres <<SQL
\set password \`cat '${DATABASE_PASSWORD_FILE:-/run/secrets/database_password}'\`
CREATE ROLE dragoman LOGIN PASSWORD :'password';
CREATE DATABASE dragoman OWNER dragoman;
REVOKE ALL ON DATABASE dragoman FROM PUBLIC;
SQL
