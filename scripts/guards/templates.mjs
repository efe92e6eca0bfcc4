import { databaseUrls, withClient } from '../roles.mjs'
import { startTestServer } from '../test-database.mjs'

let first

const listTemplates = async (owner) =>
  (await owner.query(`select datname from pg_database where datname ~ '^template_[0-9a-f]'`)).rows.map(
    ({ datname }) => datname,
  )

const asOwner = async (work) => {
  const { secrets, server } = await startTestServer()
  return withClient({ connectionString: databaseUrls({ port: server.port, secrets }).DATABASE_OWNER_URL }, work)
}

/** Remembers which migrated databases the tests copy from now. */
export const rememberTemplates = () => asOwner(async (owner) => void (first = await listTemplates(owner)))

/** Removes those that were made since: of migrations without a guard. */
export const dropLaterTemplates = () =>
  asOwner(async (owner) => {
    for (const name of await listTemplates(owner))
      if (!first.includes(name)) await owner.query(`drop database if exists ${name} with (force)`)
  })
