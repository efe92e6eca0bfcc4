import 'server-only'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { callGlobal } from '../db'
import { Prisma } from '@/lib/generated/prisma/client'
import { isDiskFull } from '../files/room'
import { stopping } from './stopping'

export type Readiness = 'ok' | 'full' | 'stopping' | 'unavailable' | 'migrationsMissing'

const shared = globalThis as { mascateMigrated?: boolean }

/**
 * Whether requests are well sent to this process: it is not ending, its database answers and holds all that this build was
 * made for. `full`: they are, but uploads, imports and exports are refused for want of disk.
 */
export async function getReadiness(): Promise<Readiness> {
  if (stopping().aborted) return 'stopping'
  try {
    // Migrations go forwards only: once they are there they stay.
    if (shared.mascateMigrated) await callGlobal(Prisma.sql`SELECT 1`)
    else shared.mascateMigrated = await hasMigrations()
    if (!shared.mascateMigrated) return 'migrationsMissing'
    return (await isDiskFull()) ? 'full' : 'ok'
  } catch {
    return 'unavailable'
  }
}

async function hasMigrations(folder = join(process.cwd(), 'prisma/migrations')): Promise<boolean> {
  const wanted = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory())
  const rows = await callGlobal<{ name: string }>(Prisma.sql`SELECT name FROM list_applied_migrations() AS name`)
  const applied = new Set(rows.map(({ name }) => name))
  return wanted.every(({ name }) => applied.has(name))
}
