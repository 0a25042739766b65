#!/bin/sh
# The replica: copies the primary at its first start, and follows it from then on.
set -eu
export PGPASSWORD="$REPLICATION_PASSWORD"
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # What a copy that was cut off has left behind.
  find "$PGDATA" -mindepth 1 -delete
  pg_basebackup -h "$PRIMARY_HOST" -p "${PRIMARY_PORT:-5432}" -U replicator -D "$PGDATA" -S replica -X stream -c fast -R
fi
chmod 700 "$PGDATA"
exec postgres -c hot_standby=on "$@"
