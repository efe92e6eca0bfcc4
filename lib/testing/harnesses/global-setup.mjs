import { randomBytes } from 'node:crypto'
import { withClient } from '../../../scripts/roles.mjs'
import { openTestTemplate } from '../../../scripts/test-template.mjs'

/** Each process of the tests works on a copy of the template (setup-database.ts). */
export default async function setUp() {
  const { secrets, server, template, urlsOf } = await openTestTemplate()
  const adminUrl = `postgresql://postgres:${secrets.databaseAdminPassword}@127.0.0.1:${server.port}/mascate`
  const run = randomBytes(4).toString('hex')
  process.env.TEST_RUN = run
  process.env.TEST_DATABASE = JSON.stringify({ template, ADMIN_URL: adminUrl, ...urlsOf('mascate') })
  return () =>
    withClient({ connectionString: urlsOf('mascate').DATABASE_OWNER_URL }, (owner) => dropDatabasesOf(owner, run))
}

async function dropDatabasesOf(owner, run) {
  const { rows } = await owner.query(`select datname from pg_database where datname ~ $1`, [`^test_\\d+_${run}_`])
  // The server's own vacuum may be at work in one, which only a superuser may end: the next run drops it.
  for (const { datname } of rows) await owner.query(`drop database if exists ${datname} with (force)`).catch(() => {})
}
