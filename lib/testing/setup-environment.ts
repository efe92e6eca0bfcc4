import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

Object.assign(process.env, {
  NEXTAUTH_URL: 'http://localhost:3000',
  NEXTAUTH_SECRET: 'a secret for tests only, never for a server',
  ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
  AUDIT_SEAL_KEY: Buffer.alloc(32, 2).toString('base64'),
  BLIND_INDEX_KEY: Buffer.alloc(32, 3).toString('base64'),
  MASCATE_DATA: mkdtempSync(join(tmpdir(), 'mascate-test-')),
  LOG_LEVEL: 'silent',
  SMTP_URL: '',
})
process.env.DATABASE_URL ??= 'postgresql://unit-tests-have-no-database'
