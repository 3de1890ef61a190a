#!/bin/sh
# A dump of the database every night at BACKUP_AT (UTC), checked, kept for BACKUP_DAYS days.
# `backup.sh now` makes one at once.
set -eu
folder=${BACKUP_FOLDER:-/backups}

dump() {
    name="$folder/paigow-$(date -u +%Y-%m-%dT%H%M%SZ).dump"
    pg_dump --format=custom --file="$name.part" "$(cat "$DATABASE_URL_OWNER_FILE")"
    pg_restore --list "$name.part" >/dev/null
    mv "$name.part" "$name"
    find "$folder" -name 'paigow-*.dump' -mtime "+${BACKUP_DAYS:-30}" -delete
    echo "dumped $name ($(wc -c <"$name") bytes)"
}

if [ "${1:-}" = now ]; then
    dump
    exit
fi
while :; do
    now=$(date -u +%s)
    due=$(date -u -d "today ${BACKUP_AT:-03:30}" +%s)
    [ "$due" -gt "$now" ] || due=$((due + 86400))
    sleep $((due - now))
    dump || echo "the dump FAILED" >&2
done
