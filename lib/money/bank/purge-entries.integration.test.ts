import { addDays, localDay, type Day } from '@/lib/core/dates'
import { withOrganization } from '@/lib/core/db'
import { purgeExpired } from '@/lib/worker/tasks/maintenance'
import { asWorker, inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { applyMoneyTestFile } from '@/lib/testing/factories/money-files'
import { addShop } from '@/lib/testing/factories/sales'
import { newId } from '@/lib/core/ids'
import { matchWithdrawals } from './match-withdrawals'

let company: TestOrganization
beforeEach(async () => {
  company = await createTestOrganization()
})
const entries = async () =>
  (
    await inspect<{ line: string }>(
      company.organizationId,
      `SELECT amount_cents || ' ' || memo AS line FROM bank_entry WHERE organization_id = current_organization() ORDER BY day, amount_cents`,
    )
  ).map(({ line }) => line)
const posted = (day: Day, amount: string, memo: string) =>
  `<STMTTRN><TRNTYPE>${amount.startsWith('-') ? 'DEBIT' : 'CREDIT'}<DTPOSTED>${day.replaceAll('-', '')}<TRNAMT>${amount}<FITID>${day}${amount}<MEMO>${memo}</STMTTRN>`
const statement = (list: string) =>
  `OFXHEADER:100\n\n<OFX><STMTRS><BANKACCTFROM><BANKID>1<ACCTID>123456</BANKACCTFROM><BANKTRANLIST>${list}</BANKTRANLIST></STMTRS></OFX>`

test('only incoming entries of a statement are kept, without the numbers of the people that it names', async () => {
  const salary = posted('2026-08-05', '-3200.00', 'SALARIO MARIA DA SILVA CPF 111.222.333-44')
  const pix = posted('2026-08-06', '80.00', 'PIX RECEBIDO JOAO SOUZA 555.666.777-88')
  const applied = await applyMoneyTestFile(company, statement(salary + pix))
  expect(applied).toMatchObject({ state: 'done', summary: { rows: 1, money: { leftOut: 1, totalCents: '8000' } } })
  expect(await entries()).toEqual(['8000 PIX RECEBIDO JOAO SOUZA •••'])
  const spent = await applyMoneyTestFile(company, statement(salary))
  expect(spent).toMatchObject({ state: 'done', summary: { money: { leftOut: 1 }, result: { created: 0 } } })
  expect(await inspect(company.organizationId, `SELECT 1 FROM import_row WHERE payload::text LIKE '%MARIA%'`)).toEqual(
    [],
  )
})

test('after the term the texts of strangers go; those of withdrawals and of the marketplace stay, and no debit of before', async () => {
  const { organizationId, legalEntityId } = company
  const today = localDay(new Date(), 'America/Sao_Paulo')
  const shop = await addShop(company, 'Loja')
  const [old, late] = [addDays(today, -95), addDays(today, -80)]
  const planted: [Day, number, string][] = [
    [old, -500, 'SALARIO MARIA'],
    [old, 100, 'PIX JOAO'],
    [old, 200, 'PIX DE OUTRO BANCO'],
    [old, 300, 'TED SHPP BRASIL'],
    [late, 400, 'PIX ANA'],
  ]
  for (const [day, cents, memo] of planted)
    await inspect(
      organizationId,
      `INSERT INTO bank_entry (organization_id, id, legal_entity_id, account_key, account_end, fitid, day, amount_cents, memo)
       VALUES (current_organization(), $1::uuid, $2, '\\x01', '4321', $1::text, $3, $4, $5)`,
      [newId(), legalEntityId, day, cents, memo],
    )
  await inspect(
    organizationId,
    `INSERT INTO wallet_transaction (organization_id, id, shop_id, minute, amount_cents, at, local_day, kind, type, source)
     VALUES (current_organization(), $1, $2, $3::date + time '12:00', -200, $3::date + time '12:00', $3, 'withdrawal', 'X', 'file')`,
    [newId(), shop, old],
  )
  await asWorker(async () => {
    await withOrganization({ organizationId }, (db) => matchWithdrawals(db, organizationId))
    await purgeExpired()
  })
  expect(await entries()).toEqual(['100 ', '200 PIX DE OUTRO BANCO', '300 TED SHPP BRASIL', '400 PIX ANA'])
})
