#!/bin/sh
# Run once by PostgreSQL's image, on an empty volume. The product's role owns its database and nothing else; the
# superuser is for backups, and the product never has its password.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$DATABASE_PASSWORD" --username "$POSTGRES_USER" --dbname postgres <<'SQL'
create role inboxyard login nosuperuser nocreatedb nocreaterole password :'password';
create database inboxyard owner inboxyard;
revoke all on database inboxyard from public;
SQL
