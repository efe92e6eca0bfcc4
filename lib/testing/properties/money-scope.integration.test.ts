import { getAnalyticsFor } from '@/lib/insight/analytics/views'
import { getMember } from '@/lib/identity/auth/member'
import { getBankFor } from '@/lib/money/bank/views'
import { openCases } from '@/lib/money/cases/open-cases'
import { getCaseFor, getCaseFrameFor, getCasesFor } from '@/lib/money/cases/views'
import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { getMoneyFailedFile, getMoneyFiles, getMoneyFileView } from '@/lib/connect/money-reports/views'
import { closeMonth } from '@/lib/money/month-close/close-month'
import { getMonthClosesFor } from '@/lib/money/month-close/views'
import { getFreightFor } from '@/lib/money/payouts/freight-views'
import { getPayoutsFor } from '@/lib/money/payouts/views'
import { getWalletScreenFor } from '@/lib/money/payouts/wallet-views'
import { getResultFor } from '@/lib/money/profit/views'
import { getReconciliationFor, getSettlementFor } from '@/lib/money/reconciliation/views'
import { plantSettlements } from '../harnesses/case-harness'
import { addEntity } from '../harnesses/company-harness'
import { inspect } from '../harnesses/database'
import { exportRows } from '../factories/exports'
import { addMember, createTestOrganization, signInAs } from '../factories/factories'
import { addMovements } from '../harnesses/money-harness'
import { checkMoneyTestFile } from '../factories/money-files'
import { addOrders, addProduct, addShop } from '../factories/sales'
import { getLimitsFor } from '@/lib/money/revenue-limits/views'

/** Amounts that no sum of others makes. */
const amounts = ['777777', '888888', '800000', '88888', '555555', '999999', '666666', '444444']
const year = { from: '2026-01-01', to: '2026-12-31' }
const text = (value: unknown) =>
  JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner)) ?? ''

/** A company of two entities; all its money is of the first, and names itself SEGREDO. */
async function plant() {
  const company = await createTestOrganization()
  const { organizationId, owner, legalEntityId } = company
  await signInAs(owner)
  const other = await addEntity(company, { name: 'Filial' })
  const shop = await addShop(company, 'SEGREDO')
  const otherShop = await addShop({ ...company, legalEntityId: other }, 'Loja B')
  const productId = await addProduct(company, 'P')
  await addOrders(company, shop, [{ at: '2026-08-10T12:00:00Z', cents: 777_777n, charged: 100n, productId }])
  await addOrders(company, otherShop, [{ at: '2026-08-10T12:00:00Z', cents: 111n, productId }])
  const freight = { expected: 888_888, released: 800_000, causes: [{ cause: 'freight' as const, amount: -88_888 }] }
  const late = { expected: 555_555, released: null, causes: [{ cause: 'late' as const, amount: -555_555 }] }
  const { SEGREDOA: settlement = '' } = await plantSettlements(company, [
    { shop, code: 'SEGREDOA', day: '2026-11-10', ...freight },
    { shop, code: 'SEGREDOB', day: '2026-11-01', state: 'late', ...late },
  ])
  await addMovements(company, shop, [
    { at: '2026-11-15T12:00:00Z', cents: 999_999n, balance: 999_999n, description: 'SEGREDO' },
    { at: '2026-11-16T12:00:00Z', cents: -666_666n, kind: 'withdrawal' },
  ])
  await inspect(
    organizationId,
    `INSERT INTO bank_entry (organization_id, id, legal_entity_id, account_key, account_end, fitid, day, amount_cents, memo)
     VALUES (current_organization(), $1, $2, '\\x01', '4321', 'f', '2026-11-16', 666666, 'SEGREDO SHOPEE')`,
    [newId(), legalEntityId],
  )
  await inspect(
    organizationId,
    `INSERT INTO ads_spend (organization_id, shop_id, day, item_id, title, spend_cents, sales_cents, clicks, impressions, report_days)
     VALUES (current_organization(), $1, '2026-11-10', '1', 'SEGREDO', 444444, 0, 0, 0, 1)`,
    [shop],
  )
  const picks = [{ settlementId: settlement, cause: 'freight' as const }]
  const { cases } = await openCases(owner, {
    reason: 'SEGREDO',
    protocol: null,
    deadline: null,
    ownerId: null,
    fileIds: [],
    picks,
  })
  await closeMonth(owner, { legalEntityId, month: '2026-08-01', note: 'SEGREDO' })
  const ofx = `OFXHEADER:100\n<OFX><BANKACCTFROM><BANKID>1<ACCTID>9</BANKACCTFROM><BANKTRANLIST><STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261101<TRNAMT>7.00<FITID>1<MEMO>SEGREDO</STMTTRN></BANKTRANLIST></OFX>`
  const file = await checkMoneyTestFile(company, ofx, { fileName: 'SEGREDO.ofx' })
  return { company, other, shop, settlement, recovery: cases[0]!.id, file }
}

test('an accountant of one entity reads nothing of another’s money, on no screen and in no file', async () => {
  const { company, other, shop, settlement, recovery, file } = await plant()
  const { organizationId, legalEntityId: entity, owner } = company
  const actor = await addMember(company, 'accountant')
  const data = { organizationId, userId: actor.userId!, legalEntityId: other }
  await withOrganization(company, (db) => db.membershipEntity.create({ data, select: { userId: true } }))
  const memberOf = async (person: typeof actor) => {
    await signInAs(person)
    return (await getMember())!
  }
  const reads = (
    m: Awaited<ReturnType<typeof memberOf>>,
    reader: typeof actor,
  ): Record<string, () => Promise<unknown>> => ({
    bank: () => getBankFor(m, {}),
    entries: () => getBankFor(m, { tab: 'unknown', shop }),
    cases: () => getCasesFor(m, {}),
    case: () => getCaseFor(m, recovery),
    frame: () => getCaseFrameFor(m, [settlement], settlement),
    files: () => getMoneyFiles(m),
    file: () => getMoneyFileView(m, file, {}),
    failed: () => getMoneyFailedFile(m, file),
    months: () => getMonthClosesFor(m, { entity, month: '2026-08-01' }),
    payouts: () => getPayoutsFor(m, year),
    freight: () => getFreightFor(m, year),
    wallet: () => getWalletScreenFor(m, { shop, ...year }),
    result: () => getResultFor(m, { entity, ...year }),
    reconciliation: () => getReconciliationFor(m, { period: 'all', show: 'all' }),
    settlement: () => getSettlementFor(m, settlement),
    limits: () => getLimitsFor(m),
    ads: () => getAnalyticsFor(m, { tab: 'ads', period: 'custom', from: '2026-11-01', to: '2026-11-20' }),
    settlements: () => exportRows(reader, { kind: 'settlements', query: 'period=all&show=all' }),
    movements: () => exportRows(reader, { kind: 'wallet', query: 'from=2026-01-01&to=2026-12-31' }),
  })
  const namesRead = async (person: typeof actor) => {
    const names: string[] = []
    for (const [name, read] of Object.entries(reads(await memberOf(person), person))) {
      const said = await read().then(text, () => '')
      if (said.includes('SEGREDO') || amounts.some((amount) => said.includes(amount))) names.push(name)
    }
    return names
  }
  expect(await namesRead(actor)).toEqual([])
  // The owner's result shows that each of them has something to list.
  expect((await namesRead(owner)).length).toBeGreaterThan(12)
})
