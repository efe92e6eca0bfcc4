// Full form: builds eight databases. Default: lib/core/database/sql-files.integration.test.ts.
import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { testDataFolder } from '../test-database.mjs'

const root = process.cwd()
const folder = mkdtempSync(join(tmpdir(), 'mascate-made-'))
const at = (path: string) => join(folder, path)
const textOf = (path: string) => readFileSync(at(path), 'utf8')
const change = (path: string, find: string, put: string) => {
  expect(textOf(path)).toContain(find)
  writeFileSync(at(path), textOf(path).replace(find, put))
}
const migrations = () => readdirSync(at('prisma/migrations')).filter((name) => /^\d/.test(name))
const run = async (script: string, ...words: string[]) =>
  (
    await promisify(execFile)(process.execPath, [at(`scripts/schema/${script}.mjs`), ...words], {
      cwd: folder,
      env: { ...process.env, MASCATE_TEST_DATA: resolve(root, testDataFolder()), NODE_OPTIONS: '' },
    })
  ).stdout

beforeAll(() => {
  for (const path of ['scripts', 'lib', 'prisma', 'prisma.config.ts', 'package.json'])
    cpSync(join(root, path), at(path), { recursive: true })
  symlinkSync(join(root, 'node_modules'), at('node_modules'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('changes of the schema and of the files become a migration, and a fold of migrations comes out in files and baseline', async () => {
  const before = Object.fromEntries(
    [
      'lib/identity/auth/has-signed-in.sql',
      'lib/connect/shops/policies.sql',
      'lib/assist/webhooks/tell-orders.sql',
    ].map((path) => [path, textOf(path)]),
  )
  const restore = () => Object.entries(before).forEach(([path, text]) => writeFileSync(at(path), text))
  change(
    'prisma/schema/catalog.prisma',
    '  @@map("product")',
    '  brand String?\n  @@index([organizationId, brand])\n  @@map("product")',
  )
  change('lib/identity/auth/has-signed-in.sql', '(p_user uuid)', '(p_user uuid, p_since timestamptz DEFAULT NULL)')
  change(
    'lib/assist/webhooks/tell-orders.sql',
    'CREATE OR REPLACE TRIGGER orders_webhook_added',
    'CREATE OR REPLACE TRIGGER orders_webhook_new',
  )
  change('lib/connect/shops/policies.sql', 'GRANT SELECT, INSERT, UPDATE ON shop TO', 'GRANT SELECT, INSERT ON shop TO')
  expect(await run('migration', 'add-product-brand')).toContain('add_product_brand_2/migration.sql')
  const [, first, second] = migrations()
  const made = textOf(`prisma/migrations/${first}/migration.sql`)
  for (const line of [
    'ALTER TABLE "product" ADD COLUMN     "brand" TEXT;',
    'DROP TRIGGER IF EXISTS orders_webhook_added on orders;',
    'DROP FUNCTION IF EXISTS has_signed_in(uuid);',
    'REVOKE UPDATE ON TABLE shop FROM mascate_app;',
    '-- from lib/identity/auth/has-signed-in.sql\nCREATE OR REPLACE FUNCTION has_signed_in(p_user uuid, p_since',
    '-- from lib/assist/webhooks/tell-orders.sql\nCREATE OR REPLACE TRIGGER orders_webhook_new',
    '-- from lib/connect/shops/policies.sql\nALTER TABLE shop ENABLE',
  ])
    expect(made).toContain(line)
  expect(made).not.toContain('shop_token')
  expect(textOf(`prisma/migrations/${second}/migration.sql`)).toMatch(
    /^-- no transaction\nCREATE INDEX CONCURRENTLY IF NOT EXISTS "product_organization_id_brand_idx"/,
  )
  expect(await run('migration', 'again')).toContain('The migrations say all')

  // As they come from a branch whose files are those of before.
  const after = Object.fromEntries(Object.keys(before).map((path) => [path, textOf(path)]))
  restore()
  const folded = await run('fold')
  expect(folded).toContain(' 0 differences')
  expect(folded.match(/written again: \S+/g)).toHaveLength(3)
  expect(migrations()).toEqual(['0_baseline'])
  expect(textOf('prisma/migrations/0_baseline/migration.sql')).toMatch(/CREATE TABLE product \([^;]*brand text/)
  expect(textOf('lib/identity/auth/has-signed-in.sql')).toContain('p_since')
  expect(textOf('lib/connect/shops/policies.sql')).toBe(after['lib/connect/shops/policies.sql'])
  expect(existsSync(at('prisma/baseline.draft.sql'))).toBe(false)
}, 600_000)
