#!/bin/sh
# PostgreSQL (Debian's 15; apt-get install postgresql-15): with synchronous replication a COMMIT waits for the standby's answer, and no timeout
# of the server ends that wait: statement_timeout is switched off before a commit begins, for a single INSERT as for an explicit COMMIT. Where
# no standby answers, a role limited to one second waits for ever, and keeps its row locks. If somebody cancels it (pg_cancel_backend, Ctrl-C,
# a driver's "query timeout"), the client does not get an error: it gets INSERT 0 1 and a WARNING, though no standby has the row. Such an
# acknowledgement is lost in the next failover.
# So the limit has to be the client's own, the outcome then counts as unknown (never cancel: drop the connection), and a WARNING 01000 at a
# commit means "not replicated".
set -eu
bin=$(ls -d /usr/lib/postgresql/*/bin | tail -n 1)
folder=$(mktemp -d)
as() { if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi; }
if [ "$(id -u)" = 0 ]; then chown postgres "$folder"; fi
cd "$folder"
end() { as "$bin/pg_ctl" -D "$folder/data" -m immediate stop >/dev/null 2>&1 || true; rm -rf "$folder"; }
trap end EXIT
as "$bin/initdb" -D "$folder/data" -A trust >/dev/null
as "$bin/pg_ctl" -D "$folder/data" -w -l "$folder/log" -o "-c listen_addresses='' -k $folder" start >/dev/null
ask() { as "$bin/psql" -h "$folder" -d postgres -AtX "$@"; }
ask -qc 'CREATE TABLE orders (id int PRIMARY KEY)' -c "ALTER SYSTEM SET synchronous_standby_names = 'a_standby_that_died'" -c 'SELECT pg_reload_conf()' >/dev/null
sleep 1
count() { ask -c "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"; }
limited="-c statement_timeout=1s -c lock_timeout=1s -c idle_in_transaction_session_timeout=1s"
PGOPTIONS="$limited" ask -c 'INSERT INTO orders VALUES (1)' >alone 2>&1 & alone=$!
PGOPTIONS="$limited" ask -c 'BEGIN' -c 'INSERT INTO orders VALUES (2)' -c 'COMMIT' >whole 2>&1 & whole=$!
sleep 6
{
  echo "after 6 s with all limits at 1 s, commits that wait: $(count)"
  echo "rows that others see meanwhile: $(ask -c 'SELECT count(*) FROM orders')"
  ask -qc "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'" >/dev/null
  wait $alone && echo "cancelled, the single INSERT ended with 0: $(grep -E '^INSERT' alone)"
  wait $whole && echo "cancelled, the transaction ended with 0: $(grep -E '^COMMIT' whole)"
  echo "warnings beside them: $(cat alone whole | grep -c 'canceling wait for synchronous replication')"
  echo "rows now, on one machine alone: $(ask -c 'SELECT count(*) FROM orders')"
} >seen
cat seen
cat > wanted <<'TXT'
after 6 s with all limits at 1 s, commits that wait: 2
rows that others see meanwhile: 0
cancelled, the single INSERT ended with 0: INSERT 0 1
cancelled, the transaction ended with 0: COMMIT
warnings beside them: 2
rows now, on one machine alone: 2
TXT
diff wanted seen && echo 'as stated'
