import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chainAuditLog } from '@/lib/insight/audit-log/chain-audit-log'
import { keyInForce } from '@/lib/insight/audit-log/chain-keys'
import { encrypt, encryptionKeyId, decrypt } from '@/lib/core/crypto'
import { withOrganization } from '@/lib/core/db'
import { env } from '@/lib/core/env'
import { newId } from '@/lib/core/ids'
import { claimRefresh, findConnection, keepNextPair, openAccessToken } from '@/lib/connect/shops/token-record'
import {
  asWorker,
  changeAsOwner,
  inspect,
  testDatabaseName,
  testServer,
  withOwner,
} from '@/lib/testing/harnesses/database'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { isFullProfile } from '@/lib/testing/harnesses/report-figures'
import { ENCRYPTED_COLUMNS } from './columns'
import { countUnder, reencryptAll } from './reencrypt'

const OLD = env().ENCRYPTION_KEY
const OLD_ID = encryptionKeyId()
const NEW = randomBytes(32).toString('base64')
const withKeys = (ENCRYPTION_KEY: string, ...PREVIOUS_ENCRYPTION_KEYS: string[]) =>
  void Object.assign(env(), { ENCRYPTION_KEY, PREVIOUS_ENCRYPTION_KEYS })

let company: TestOrganization
let shopId: string
let endpointId: string
beforeEach(async () => {
  withKeys(OLD)
  await withOwner((owner) => owner.query('UPDATE app_user SET totp_secret = NULL'))
  company = await createTestOrganization()
  ;[shopId, endpointId] = [newId(), newId()]
  await fill()
})
afterAll(() => withKeys(OLD))

const idOf = (table: string) =>
  ({ shop_token: shopId, webhook_endpoint: endpointId, organization_key: 'gemini', app_user: company.owner.userId! })[
    table
  ] ?? company.organizationId
const textOf = (column: (typeof ENCRYPTED_COLUMNS)[number]) =>
  encrypt(`the ${column.table} ${column.column}`, column.about(company.organizationId, idOf(column.table)))
const encryptedTextOf = (table: string, name: string) =>
  textOf(ENCRYPTED_COLUMNS.find((one) => one.table === table && one.column === name)!)

/** A row of every table, encrypted with the key that is in force then. */
async function fill() {
  const { organizationId, legalEntityId, owner } = company
  const run = (sql: string, ...given: unknown[]) => changeAsOwner(organizationId, sql, given)
  await run(
    `INSERT INTO shop (organization_id, id, platform, legal_entity_id, name, status, external_shop_id) VALUES ($1, $2, 'shopee', $3, 'Loja', 'active', $4)`,
    ...[organizationId, shopId, legalEntityId, String(Math.floor(Math.random() * 1e9))],
  )
  await run(
    `INSERT INTO shop_token (organization_id, shop_id, access_token, refresh_token, access_expires_at, refresh_expires_at)
     VALUES ($1, $2, $3, $4, now() + interval '4 hours', now() + interval '30 days')`,
    ...[
      organizationId,
      shopId,
      encryptedTextOf('shop_token', 'access_token'),
      encryptedTextOf('shop_token', 'refresh_token'),
    ],
  )
  await run(
    `INSERT INTO webhook_endpoint (organization_id, id, url, kinds, secret, former_secret, former_until, created_by)
     VALUES ($1, $2, 'https://example.com/', '{}', $3, $4, now() + interval '1 day', $5)`,
    ...[organizationId, endpointId, encryptedTextOf('webhook_endpoint', 'secret')],
    ...[encryptedTextOf('webhook_endpoint', 'former_secret'), owner.userId],
  )
  await run(
    `INSERT INTO organization_key (organization_id, provider, encrypted, hint, set_by) VALUES ($1, 'gemini', $2, 'last', $3)`,
    ...[organizationId, encryptedTextOf('organization_key', 'encrypted'), owner.userId],
  )
  await run(
    `INSERT INTO drive_connection (organization_id, account_email, refresh_token, scope, connected_by) VALUES ($1, 'a@example.com', $2, 'drive.file', $3)`,
    ...[organizationId, encryptedTextOf('drive_connection', 'refresh_token'), owner.userId],
  )
  await run(
    `UPDATE app_user SET totp_secret = $1 WHERE id = $2`,
    encryptedTextOf('app_user', 'totp_secret'),
    owner.userId,
  )
}

const reencrypt = () => withOwner((owner) => reencryptAll(owner, [company.organizationId]))
const countOld = () => withOwner((owner) => countUnder(owner, [company.organizationId], OLD_ID))

async function encryptAgain(): Promise<string[]> {
  return withOwner(async (owner) => {
    await owner.query(`SELECT set_config('app.organization_id', $1, false)`, [company.organizationId])
    const texts = []
    for (const { table, column, id } of ENCRYPTED_COLUMNS) {
      const sql = `SELECT ${column} AS encrypted FROM ${table} WHERE ${id ?? 'organization_id'}::text = $1`
      texts.push((await owner.query<{ encrypted: string }>(sql, [idOf(table)])).rows[0]!.encrypted)
    }
    return texts
  })
}

test('all that an earlier key encrypted is encrypted with the one in force, opens the same, and the earlier key can go', async () => {
  withKeys(NEW, OLD)
  expect(await countOld()).toBe(ENCRYPTED_COLUMNS.length)
  expect(await reencrypt()).toEqual({ done: ENCRYPTED_COLUMNS.length, left: 0, lacking: {} })
  expect(await countOld()).toBe(0)
  withKeys(NEW)
  const texts = await encryptAgain()
  for (const [i, { table, column, about }] of ENCRYPTED_COLUMNS.entries())
    expect(decrypt(texts[i]!, about(company.organizationId, idOf(table)))).toBe(`the ${table} ${column}`)
  expect(await reencrypt()).toEqual({ done: 0, left: 0, lacking: {} })
})

test('a pair that is being refreshed is left for another time: the next one finds its place', async () => {
  withKeys(NEW, OLD)
  const owner = { organizationId: company.organizationId, shopId }
  const { token } = (await findConnection(company, shopId))!
  expect(await asWorker(() => claimRefresh(owner, token!))).toBe(true)
  expect(await reencrypt()).toMatchObject({ done: ENCRYPTED_COLUMNS.length - 2, left: 2 })
  await asWorker(() =>
    keepNextPair(owner, token!, { accessToken: 'next access', refreshToken: 'next refresh', expiresInSeconds: 14_400 }),
  )
  expect(openAccessToken(owner, (await findConnection(company, shopId))!.token!.accessToken)).toBe('next access')
  expect(await reencrypt()).toEqual({ done: 0, left: 0, lacking: {} })
})

test('a value written meanwhile is not put back, and one that no key decrypts stays as it is and is reported', async () => {
  withKeys(NEW, OLD)
  const newer = encrypt('changed meanwhile', ENCRYPTED_COLUMNS[2]!.about(company.organizationId, endpointId))
  await withOwner(async (owner) => {
    const query = owner.query.bind(owner) as (sql: string, given?: unknown[]) => Promise<{ rows: unknown[] }>
    const meddling = async (sql: string, given?: unknown[]) => {
      if (sql.includes('UPDATE webhook_endpoint SET secret'))
        await inspect(company.organizationId, `UPDATE webhook_endpoint SET secret = $1`, [newer])
      return query(sql, given)
    }
    // The connection itself is used again.
    const meddled = Object.assign(Object.create(owner) as typeof owner, { query: meddling })
    expect(await reencryptAll(meddled, [company.organizationId])).toMatchObject({ left: 1 })
  })
  expect((await encryptAgain())[2]).toBe(newer)
  withKeys(OLD)
  expect(await reencrypt()).toEqual({ done: 0, left: 0, lacking: { [newer.slice(0, 8)]: ENCRYPTED_COLUMNS.length } })
  expect((await encryptAgain())[2]).toBe(newer)
})

test('the command does it, carries the trails’ ends over, and says which keys can go', async () => {
  const other = await createTestOrganization()
  for (const { organizationId } of [company, other]) await asWorker(() => chainAuditLog(organizationId))
  const chainKeyId = keyInForce().id
  const url = (address: string) => Object.assign(new URL(address), { pathname: `/${testDatabaseName()}` }).toString()
  const rotate = (own: Record<string, string> = {}) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/keys-rotate.mjs'], {
      encoding: 'utf8',
      env: {
        ...process.env,
        DATABASE_OWNER_URL: url(testServer().DATABASE_OWNER_URL),
        NODE_OPTIONS: '',
        DATABASE_WORKER_URL: process.env.TEST_DATABASE_WORKER_URL,
        ENCRYPTION_KEY: NEW,
        PREVIOUS_ENCRYPTION_KEYS: OLD,
        AUDIT_CHAIN_KEY: NEW,
        PREVIOUS_AUDIT_CHAIN_KEYS: env().AUDIT_CHAIN_KEY,
        ...own,
      },
    })
    return { status, said: stdout + stderr }
  }
  const { said, status } = rotate()
  expect(said).toContain(`key ${OLD_ID} encrypts nothing any more`)
  expect(said).toMatch(new RegExp(`key ${chainKeyId} proves \\d+ links: keep it`))
  expect(said).toMatch(/AUDIT_CHAIN_KEY \w{8}: (\d+) of \1 trails end under it/)
  expect(status).toBe(0)
  const head = readFileSync(join(env().MASCATE_DATA, 'audit', `${other.organizationId}.json`), 'utf8')
  expect(JSON.parse(head)).not.toMatchObject({ key: chainKeyId })
  // Each start of the program takes a second or two; the test above also holds that an undecryptable secret is
  // reported.
  if (!isFullProfile) return
  // The data folder keeps one of its own, which stays when keys go from the environment.
  expect(rotate({ BLIND_INDEX_KEY: '' }).said).not.toContain('BLIND_INDEX_KEY')
  // A secret that no key decrypts is reported, and the command does not end well.
  const { organizationId } = company
  await withOrganization({ organizationId }, (db) =>
    db.organizationKey.updateMany({ where: { organizationId }, data: { encrypted: `abcdef01.${'x'.repeat(60)}` } }),
  )
  expect(rotate()).toMatchObject({ status: 1, said: expect.stringContaining('key abcdef01 is not among') })
  // Known by an earlier ENCRYPTION_KEY, of before that key had a value of its own.
  const file = join(env().MASCATE_DATA, 'secrets.json')
  const blindIndexKeyId = createHash('sha256').update(OLD).digest('hex').slice(0, 8)
  const kept = JSON.parse(readFileSync(file, 'utf8')) as object
  writeFileSync(file, JSON.stringify({ ...kept, blindIndexKeyId }))
  expect(rotate({ BLIND_INDEX_KEY: '' }).said).toContain(`BLIND_INDEX_KEY is ${blindIndexKeyId}`)
  writeFileSync(file, JSON.stringify(kept))
}, 120_000)

/** Where something is encrypted: in a column named above, or on its way for minutes. */
const ENCRYPTING = {
  columns: [
    'identity/auth/two-factor/totp.ts',
    'connect/drive/access.ts',
    'identity/organization-keys/keys.ts',
    'connect/shops/token-record.ts',
    'assist/webhooks/signature.ts',
  ],
  onTheirWay: [
    'identity/account/erase-account.ts',
    'identity/auth/email-change/confirm-change.ts',
    'identity/auth/passwords/reset-password.ts',
    'assist/functions/page-token.ts',
    'connect/shops/authorize.ts',
  ],
  here: ['worker/encrypted-secrets/reencrypt.ts'],
}
test('no other column is encrypted: code that encrypts into another column names it among those that are encrypted again', () => {
  const files = readdirSync('lib', { recursive: true, encoding: 'utf8' })
    .filter(
      (path) => /(?<!\.test)\.ts$/.test(path) && !/^(testing|generated)\//.test(path) && path !== 'core/crypto.ts',
    )
    .filter((path) => /(?<!\w)encrypt\(/.test(readFileSync(join('lib', path), 'utf8')))
  expect(files.sort()).toEqual(Object.values(ENCRYPTING).flat().sort())
})
