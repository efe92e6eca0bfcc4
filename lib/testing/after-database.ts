import { rmSync } from 'node:fs'
import { testDatabaseName, withOwner } from './database'

afterAll(async () => {
  await (globalThis as { mascatePrisma?: { $disconnect(): Promise<void> } }).mascatePrisma?.$disconnect()
  await withOwner((owner) => owner.query(`drop database if exists ${testDatabaseName()} with (force)`), 'mascate')
  rmSync(process.env.MASCATE_DATA!, { recursive: true, force: true })
})
