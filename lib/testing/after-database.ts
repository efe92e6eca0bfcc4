import { rmSync } from 'node:fs'
import { testDatabaseName, withOwner } from './database'

type Shared = { mascatePrisma?: { $disconnect(): Promise<void> }; mascateLimits?: { pool: { end(): Promise<void> } } }

// The owner may not end the app role's connections, so all of them are closed first.
afterAll(async () => {
  const { mascatePrisma, mascateLimits } = globalThis as Shared
  await mascatePrisma?.$disconnect()
  await mascateLimits?.pool.end()
  await withOwner((owner) => owner.query(`drop database if exists ${testDatabaseName()} with (force)`), 'mascate')
  rmSync(process.env.MASCATE_DATA!, { recursive: true, force: true })
})
