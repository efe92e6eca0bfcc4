import { blindIndex } from '@/lib/core/database/blind-index'
import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { inspect } from '@/lib/testing/harnesses/database'
import { explain } from '@/lib/testing/harnesses/explain'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { applyMoneyTestFile, checkMoneyTestFile, getMoneyFileRow } from '@/lib/testing/factories/money-files'
import { accountKey, findEntity } from './find-owner'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let company: TestOrganization
beforeEach(async () => {
  company = await createTestOrganization()
})
const entry = (memo: string, amount = '5.00', day = '20260803') =>
  `<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>${day}<TRNAMT>${amount}<FITID>${newId()}<MEMO>${memo}</STMTTRN>`
const account = (number: string, list: string, branch = '') =>
  `<STMTRS><BANKACCTFROM><BANKID>001${branch && `<BRANCHID>${branch}`}<ACCTID>${number}</BANKACCTFROM><BANKTRANLIST><DTSTART>20260801<DTEND>20260831${list}</BANKTRANLIST></STMTRS>`
const ofx = (...statements: string[]) => `OFXHEADER:100\n\n<OFX>${statements.join('')}</OFX>`
const entries = () =>
  inspect<{ line: string }>(
    company.organizationId,
    `SELECT e.account_end || ' ' || e.memo || ' ' || l.name AS line FROM bank_entry e JOIN legal_entity l ON l.id = e.legal_entity_id ORDER BY 1`,
  ).then((rows) => rows.map(({ line }) => line))
const same = { created: 0, updated: 0 }

test('a file of several accounts is kept account by account, the same in any order and cut apart', async () => {
  const [a, b] = [account('1111', entry('a')), account('2222', entry('b') + entry('b'))]
  const name = (await entityName(company))!
  expect(await applyMoneyTestFile(company, ofx(a, b))).toMatchObject({
    state: 'done',
    summary: { result: { created: 3 }, money: { account: '1111, 2222' } },
  })
  expect(await entries()).toEqual([`1111 a ${name}`, `2222 b ${name}`, `2222 b ${name}`])
  for (const file of [ofx(b, a), ofx(b), ofx(a), ofx(a, b, a)])
    expect((await applyMoneyTestFile(company, file)).summary.result).toMatchObject(same)
})

test('one number in two branches is two accounts', async () => {
  await applyMoneyTestFile(company, ofx(account('1111', entry('a'), '0001')))
  expect((await applyMoneyTestFile(company, ofx(account('1111', entry('a'), '0002')))).summary.result).toMatchObject({
    created: 1,
  })
  expect((await applyMoneyTestFile(company, ofx(account('1111', entry('a'), '0001')))).summary.result).toMatchObject(
    same,
  )
})

test('an account goes to its earlier owner, with any owner of the rest of the file', async () => {
  const { organizationId, owner } = company
  const id = newId()
  await withOrganization(owner, (db) =>
    db.legalEntity.create({ data: { organizationId, id, name: 'Outra', sellerType: 'cnpj' }, select: { id: true } }),
  )
  const first = await checkMoneyTestFile(company, ofx(account('1111', entry('a'))))
  expect((await getMoneyFileRow(company, first)).summary.money).toMatchObject({ asks: 'entity', account: '1111' })
})

test('whose an account is comes from the database as one row, whatever the number of its entries', async () => {
  const { organizationId, legalEntityId } = company
  const of = { bank: '001', branch: '0001', account: '1111' }
  await inspect(
    organizationId,
    `INSERT INTO bank_entry (organization_id, id, legal_entity_id, account_key, account_end, fitid, day, amount_cents, memo)
     SELECT current_organization(), uuid_v7(), $1, $2, '1111', n::text, '2026-08-03', 500, 'PIX' FROM generate_series(1, 300) n`,
    [legalEntityId, accountKey(organizationId, of)],
  )
  const plan = await explain(organizationId, (db) => findEntity(db, organizationId, [of], undefined), {
    isMeasured: true,
  })
  expect(plan).toMatch(/Unique \(actual rows=1\b[^]* on bank_entry/)
})

test('an entry that an earlier version kept under the bank’s own number is recognized', async () => {
  await applyMoneyTestFile(company, ofx(account('1111', entry('PIX Ação'))))
  await inspect(
    company.organizationId,
    `INSERT INTO bank_entry (organization_id, id, legal_entity_id, account_key, account_end, fitid, day, amount_cents, memo)
     SELECT organization_id, uuid_v7(), legal_entity_id, account_key, account_end, '20260803001|2026-08-03|500|1', day, amount_cents, memo FROM bank_entry`,
  )
  const again = ofx(account('1111', entry('PIX Ação') + entry('PIX Ação') + entry('PIX Ação')))
  expect((await applyMoneyTestFile(company, again)).summary.result).toMatchObject({ created: 1 })
})

test('an entry that an earlier version kept without the branch is recognized, and goes to the branch that names it', async () => {
  const { organizationId, legalEntityId } = company
  const former = blindIndex('bank account', [organizationId, '1', '1111'])
  for (const [id, memo] of [
    ['20260803001|2026-08-03|500|1', 'PIX'],
    ['20260803002|2026-08-03|500|1', 'PIX'],
    ['20260803003|2026-08-03|500|1', 'TED'],
  ])
    await inspect(
      organizationId,
      `INSERT INTO bank_entry (organization_id, id, legal_entity_id, account_key, account_end, fitid, day, amount_cents, memo)
       VALUES (current_organization(), uuid_v7(), $1, $2, '1111', $3, '2026-08-03', 500, $4)`,
      [legalEntityId, former, id, memo],
    )
  const pix = entry('PIX')
  const file = () => ofx(account('1111', pix + entry('Pix') + entry('TED') + entry('DOC'), '0001'))
  expect((await applyMoneyTestFile(company, file())).summary.result).toMatchObject({ created: 1, updated: 3 })
  const name = (await entityName(company))!
  expect(await entries()).toEqual(['DOC', 'PIX', 'PIX', 'TED'].map((memo) => `1111 ${memo} ${name}`))
  expect((await applyMoneyTestFile(company, file())).summary.result).toMatchObject(same)
  // Entries of another branch are other entries.
  const other = ofx(account('1111', entry('PIX'), '0002'))
  expect((await applyMoneyTestFile(company, other)).summary.result).toMatchObject({ created: 1, updated: 0 })
})

test('balances and days ahead are named with their amounts, and a file of them alone moves nothing', async () => {
  const ahead = entry('PIX', '7.00', '20991231') + entry('Salário Zuleica', '-8.00', '20991231')
  const file = ofx(account('1111', entry('SALDO ANTERIOR', '900.00') + ahead))
  const row = await applyMoneyTestFile(company, file)
  expect(row).toMatchObject({ state: 'done', total: 0, summary: { money: { leftOut: 1 } } })
  expect(row.summary.money!.unread).toMatchObject([
    { kind: 'balance', name: 'SALDO ANTERIOR', count: 1, cents: '90000' },
    { kind: 'future', name: 'PIX', count: 1, cents: '700', sample: '2099-12-31' },
  ])
  expect(await entries()).toEqual([])
})

const entityName = async ({ organizationId, legalEntityId }: TestOrganization) =>
  (await inspect<{ name: string }>(organizationId, 'SELECT name FROM legal_entity WHERE id = $1', [legalEntityId]))[0]
    ?.name
