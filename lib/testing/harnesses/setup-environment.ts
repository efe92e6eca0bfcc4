import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clearProcessState } from '@/lib/core/process/process-state'

const shared = globalThis as { mascateEnvironment?: NodeJS.ProcessEnv }

// Many files run in one process, one after the other: each begins with the same environment.
shared.mascateEnvironment ??= {
  ...process.env,
  NEXTAUTH_URL: 'http://localhost:3000',
  NEXTAUTH_SECRET: 'a secret for tests only, never for a server',
  ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
  AUDIT_CHAIN_KEY: Buffer.alloc(32, 2).toString('base64'),
  BLIND_INDEX_KEY: Buffer.alloc(32, 3).toString('base64'),
  MASCATE_DATA: mkdtempSync(join(tmpdir(), 'mascate-test-')),
  LOG_LEVEL: 'silent',
  SMTP_URL: '',
  // The pace of a shop's calls is tested by itself (lib/connect/shops/limiter.integration.test.ts): nothing else waits for its turn.
  SHOPEE_CALLS_PER_SECOND: '500',
  DATABASE_URL: process.env.DATABASE_URL ?? 'postgresql://unit-tests-have-no-database',
}
for (const name of Object.keys(process.env)) if (!(name in shared.mascateEnvironment)) delete process.env[name]
Object.assign(process.env, shared.mascateEnvironment)
const data = process.env.MASCATE_DATA!
for (const name of readdirSync(data)) rmSync(join(data, name), { recursive: true, force: true })
clearProcessState()
