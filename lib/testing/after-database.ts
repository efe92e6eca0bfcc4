import { rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { closeKept, testDatabaseName, withOwner } from './database'

type Shared = { mascatePrisma?: { $disconnect(): Promise<void> }; mascateLimits?: { pool: { end(): Promise<void> } } }

const ATTEMPTS = 20

// The owner may not end the app role's connections, so all of them are closed first.
afterAll(async () => {
  const { mascatePrisma, mascateLimits } = globalThis as Shared
  await mascatePrisma?.$disconnect()
  await mascateLimits?.pool.end()
  await closeKept()
  await dropTestDatabase()
  rmSync(process.env.MASCATE_DATA!, { recursive: true, force: true })
})

/** The server's own vacuum may be at work in it, which only a superuser may end: then a moment later. */
async function dropTestDatabase() {
  for (let attempt = 1; ; attempt++)
    try {
      return await withOwner(
        (owner) => owner.query(`drop database if exists ${testDatabaseName()} with (force)`),
        'mascate',
      )
    } catch (error) {
      if (attempt === ATTEMPTS || (error as { code?: string }).code !== '42501') throw error
      await wait(250)
    }
}
