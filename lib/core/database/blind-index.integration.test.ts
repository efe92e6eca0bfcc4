import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { blindIndex } from './blind-index'
import { encrypt, encryptionKeyId } from '../crypto'
import { env } from '../env'
import { countUnder, reencryptAll } from '@/lib/worker/encrypted-secrets/reencrypt'
import { inspect, withOwner } from '@/lib/testing/harnesses/database'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { importSheet } from '@/lib/testing/factories/imports'
import { applyMoneyTestFile } from '@/lib/testing/factories/money-files'
import { writeOrderExport } from '@/lib/testing/factories/order-export'

const folder = mkdtempSync(join(tmpdir(), 'blind-index-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const statement = `OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><STMTRS><BANKACCTFROM><BANKID>0341<ACCTID>0012345-6</BANKACCTFROM><BANKTRANLIST><DTSTART>20260801<DTEND>20260831<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260810<TRNAMT>100.00<FITID>1<MEMO>PIX SHPP</STMTTRN></BANKTRANLIST></STMTRS></OFX>`

async function buy(company: TestOrganization, code: string) {
  const path = join(folder, `${code}.xlsx`)
  const items = [{ sku: 'A', title: 'Caneca', quantity: 1, priceCents: 1000 }]
  const order = { code, status: 'Concluído', placed: '2026-08-01 10:00', buyer: { username: 'maria.silva' } }
  await writeOrderExport(path, [{ ...order, completed: '2026-08-09 10:00', items }])
  await importSheet(company, path)
}

/** As docs/operations.md says, to its end: nothing lies under the earlier key any more, and it is gone. */
async function rotateEncryption({ organizationId }: TestOrganization) {
  const [before, id] = [env().ENCRYPTION_KEY, encryptionKeyId()]
  const next = { ENCRYPTION_KEY: randomBytes(32).toString('base64') }
  Object.assign(env(), { ...next, PREVIOUS_ENCRYPTION_KEYS: [before] })
  await withOwner((owner) => reencryptAll(owner, [organizationId]))
  expect(await withOwner((owner) => countUnder(owner, [organizationId], id))).toBe(0)
  Object.assign(env(), { PREVIOUS_ENCRYPTION_KEYS: [] })
}

test('once ENCRYPTION_KEY was changed, a statement is still the same account’s, and a buyer still the same buyer', async () => {
  const company = await createTestOrganization()
  await buy(company, '260801AAAAAAAA')
  const first = await applyMoneyTestFile(company, statement, { fileName: 'extrato.ofx' })
  expect(first.summary.result).toMatchObject({ created: 1 })
  const encrypted = encrypt('something', 'about something')
  await rotateEncryption(company)
  expect(encrypted.startsWith(encryptionKeyId())).toBe(false)

  const again = await applyMoneyTestFile(company, statement, { fileName: 'extrato.ofx' })
  expect(again.summary.result).toMatchObject({ created: 0, kept: 1 })
  await buy(company, '260801BBBBBBBB')
  const buyers = await inspect(
    company.organizationId,
    `SELECT count(*)::int AS orders FROM orders WHERE buyer_key IS NOT NULL GROUP BY buyer_key`,
  )
  expect(buyers).toEqual([{ orders: 2 }])
})

test('it is what ENCRYPTION_KEY made of it before: who goes on with that value knows everything again', () => {
  const key = hkdfSync('sha256', Buffer.from(env().BLIND_INDEX_KEY, 'base64'), '', 'buyer key', 32)
  const expected = createHmac('sha256', Buffer.from(key)).update('a\u0000shopee\u0000maria').digest('hex')
  expect(blindIndex('buyer key', ['a', 'shopee', 'maria']).toString('hex')).toBe(expected)
  expect(blindIndex('bank account', ['a', 'shopee', 'maria']).toString('hex')).not.toBe(expected)
})

/**
 * Each module that derives values from a key is listed here with the key, and with the effect of a change of that key
 * (docs/operations.md, Keys).
 */
const KEYED: Record<string, string> = {
  'lib/insight/audit-log/link-hmac.ts': 'AUDIT_CHAIN_KEY: links name their key, earlier ones are kept',
  'lib/insight/audit-log/signed-file.ts': 'AUDIT_CHAIN_KEY: names its key, earlier ones are kept',
  'lib/identity/auth/renew-session.ts': 'NEXTAUTH_SECRET: of requests under way together, nothing is kept for longer',
  'lib/core/database/blind-index.ts': 'BLIND_INDEX_KEY: never changes',
  'lib/identity/organizations/invitation-link.ts': 'NEXTAUTH_SECRET: its hash is kept, sent again it is another link',
  'lib/sandbox/signature.ts': 'SHOPEE_PARTNER_KEY: the sandbox’s own',
  'lib/shopee/signing.ts': 'SHOPEE_PARTNER_KEY: of calls and pushes, earlier ones are taken for pushes',
  'lib/assist/webhooks/signature.ts': 'the endpoint’s secret: both sign for a day',
  'scripts/backup/manifest.mjs': 'AUDIT_CHAIN_KEY: earlier ones are tried',
}
test('each module that derives values from a key names the key, and no lookup depends on a key that changes', () => {
  const files = ['lib', 'scripts', 'app', 'components', 'prisma'].flatMap((top) =>
    readdirSync(top, { recursive: true, encoding: 'utf8' }).map((path) => `${top}/${path}`),
  )
  const keyed = files
    .filter((path) => /(?<!\.test)\.(ts|tsx|mjs)$/.test(path) && !/^lib\/(testing|generated)\//.test(path))
    .filter((path) =>
      /\b(createHmac|hkdf(Sync)?|pbkdf2(Sync)?|scrypt(Sync)?|subtle\.(sign|deriveKey|deriveBits))\(/.test(
        readFileSync(path, 'utf8'),
      ),
    )
  expect(keyed.toSorted()).toEqual(Object.keys(KEYED).toSorted())
})
