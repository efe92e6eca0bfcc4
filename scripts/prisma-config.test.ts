import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const here = process.cwd()
const folder = mkdtempSync(join(tmpdir(), 'mascate-config-'))
afterAll(() => {
  process.chdir(here)
  rmSync(folder, { recursive: true })
})
afterEach(() => vi.unstubAllEnvs())

const readConfig = async () => {
  vi.resetModules()
  return (await import('../prisma.config')).default.datasource?.url
}

test('plain `npx prisma` takes the address from .env, unless the environment names one', async () => {
  process.chdir(folder)
  vi.stubEnv('DATABASE_OWNER_URL', undefined)
  expect(await readConfig()).toBe('')
  writeFileSync('.env', 'DATABASE_OWNER_URL=postgresql://of.the.file/mascate\n')
  expect(await readConfig()).toBe('postgresql://of.the.file/mascate')
  vi.stubEnv('DATABASE_OWNER_URL', 'postgresql://of.the.environment/mascate')
  expect(await readConfig()).toBe('postgresql://of.the.environment/mascate')
})
