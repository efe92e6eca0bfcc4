// A database that migrations have just made, on the tests' server, and that is gone afterwards.
import { databaseUrls, prepareJobSchema, prepareOwnServer, withClient } from '../roles.mjs'
import { migrate } from '../migrations.mjs'
import { startTestServer } from '../test-database.mjs'
import { MIGRATIONS } from './files.mjs'

let made = 0

export async function withScratch(work, { folder = MIGRATIONS } = {}) {
  const { secrets, server } = await startTestServer()
  await prepareOwnServer({ port: server.port, secrets })
  const urlOf = (database) => databaseUrls({ port: server.port, secrets, database }).DATABASE_OWNER_URL
  // As test-template.mjs knows what a killed one left.
  const database = `draft_${Date.now()}_${process.pid}_${(made += 1)}`
  const asOwner = (sql) => withClient({ connectionString: urlOf('mascate') }, (owner) => owner.query(sql))
  await asOwner(`create database ${database}`)
  try {
    await prepareJobSchema(urlOf(database))
    await migrate(urlOf(database), folder)
    return await withClient({ connectionString: urlOf(database) }, (client) => work(client, urlOf(database)))
  } finally {
    await asOwner(`drop database if exists ${database} with (force)`)
  }
}
