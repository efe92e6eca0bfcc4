/** The advice where the database is the operator's own server, which only that server's tools can copy as a whole. */
export const EXTERNAL = `The database is a server of your own (DATABASE_URL): back it up and restore it with that server's tools.

  A managed server: turn on its snapshots and its point-in-time recovery, and restore by its console.
  A server that you run: pg_basebackup with archived WAL (or pgBackRest, WAL-G, Barman), which also lead to a point in time.
  A single copy:
    pg_dump --format=custom --file=mascate.dump "postgresql://<administrator>@<host>/<database>"
    createdb --owner=<owner> mascate_restored && pg_restore --dbname=mascate_restored mascate.dump
    The administrator must see all rows (superuser or BYPASSRLS): row-level security is forced, so pg_dump refuses the owner's role.

The files, the ends of the trails and the keys lie outside the database:
  npm run db:backup -- --files           copies what the file store gained to MASCATE_BACKUPS
  npm run db:backup -- --keys <file>     writes the keys to a file to be kept apart
  <data folder>/audit                    copy it before the database, each time
After a restore: npm run db:verify, npm run audit:verify.`
