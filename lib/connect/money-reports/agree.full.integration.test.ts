// Full form: compares the books of 250 orders by files and by the API. Default: lib/connect/money-reports/files.integration.test.ts.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asWorker, inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import { importSheet } from '@/lib/testing/factories/imports'
import {
  applyMoneyTestFile,
  checkMoneyTestFile,
  getMoneyFileRow,
  readMoneyBooks,
  runMoneyApply,
} from '@/lib/testing/factories/money-files'
import { reconcileOrders } from '@/lib/money/reconciliation/reconcile-orders'
import { openShopHarness } from '@/lib/testing/harnesses/shop-harness'
import { connectSyncShop, type ConnectedShop } from '@/lib/testing/harnesses/sync-harness'
import { syncEscrow } from '../sync/inbound/sync-escrow'
import { syncHistory } from '../sync/inbound/sync-history'
import { pollReturns } from '../sync/inbound/sync-returns'
import { syncWallet } from '../sync/inbound/sync-wallet'

const { platform } = openShopHarness()
const folder = mkdtempSync(join(tmpdir(), 'money-files-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let harness: ConnectedShop
const files = {} as Record<'orders' | 'income' | 'wallet' | 'returns', Buffer>
beforeAll(async () => {
  harness = await connectSyncShop(platform(), 250, { days: 120 })
  for (const kind of ['orders', 'income', 'wallet', 'returns'] as const) {
    const answer = await fetch(`${platform().url}/admin/sheets/${harness.number}/${kind}.xlsx`)
    files[kind] = Buffer.from(await answer.arrayBuffer())
  }
})

const platformSum = async (text: string) =>
  (await platform().platform.pool.query<Record<string, string>>(text, [harness.number])).rows[0]!
const again = async (company: ConnectedShop['company'], kind: keyof typeof files) => {
  const row = await applyMoneyTestFile(company, files[kind])
  return { state: row.state, result: row.summary.result }
}

async function settlementsOf(company: ConnectedShop['company']): Promise<Map<string, unknown>> {
  await inspect(
    company.organizationId,
    `INSERT INTO reconcile_due (organization_id, shop_id, external_code)
     SELECT organization_id, shop_id, external_code FROM orders WHERE external_code IS NOT NULL AND shop_id IS NOT NULL`,
  )
  await asWorker(() => reconcileOrders(company.organizationId))
  const rows = await inspect<{ code: string }>(
    company.organizationId,
    `SELECT s.external_code AS code, s.state::text, s.expected_cents::text AS expected, s.released_cents::text AS released, s.adjusted_cents::text AS adjusted,
       s.unexplained_cents::text AS unexplained, coalesce(string_agg(d.cause || ' ' || d.amount_cents, ', ' ORDER BY d.cause), '') AS causes
     FROM settlement s LEFT JOIN discrepancy d ON d.organization_id = s.organization_id AND d.settlement_id = s.id GROUP BY s.organization_id, s.id ORDER BY 1`,
  )
  return new Map(rows.map(({ code, ...row }) => [code, row]))
}

test('files first, the API later: one ledger, each payout once, and the API’s word on every order', async () => {
  const { company } = harness
  const paid = await platformSum(
    'SELECT count(*)::text AS orders, sum(payout_cents)::text AS cents FROM order_money WHERE shop_id = $1 AND payout_cents IS NOT NULL',
  )
  const ledger = await platformSum('SELECT count(*)::text AS rows FROM wallet_transaction WHERE shop_id = $1')

  const income = await applyMoneyTestFile(company, files.income, { fileName: 'Income.xlsx' })
  expect(income).toMatchObject({ state: 'done', error_code: null })
  expect(income.summary.money).toMatchObject({ type: 'income', unknownOrders: Number(paid.orders), notAddingUp: 0 })
  expect(income.summary.money!.owner!.id).toBe(harness.shopId)
  const wallet = await applyMoneyTestFile(company, files.wallet)
  expect(wallet).toMatchObject({ state: 'done', error_code: null })
  expect(wallet.summary.result).toMatchObject({ created: Number(ledger.rows), updated: 0 })
  const early = await readMoneyBooks(company)
  expect(early.wallet).toHaveLength(Number(ledger.rows))
  const fromFile = early.releases.filter((line) => line.includes(' file '))
  // A refund after the payout has a row of its own, by the key of what was refunded: the API tells it as a correction.
  const filed = fromFile.filter((line) => line.includes(' file  '))
  expect(fromFile.length).toBeGreaterThan(filed.length)
  expect(filed).toHaveLength(Number(paid.orders))
  expect(filed.reduce((sum, line) => sum + BigInt(line.split(' ').at(-1)!), 0n)).toBe(BigInt(paid.cents!))

  await asWorker(async () => {
    while (!(await syncHistory(harness.shop)).isDone);
    while (!(await syncEscrow(harness.shop)).isDone);
    while (!(await syncWallet(harness.shop)).isDone);
    await pollReturns(harness.shop)
  })
  const books = await readMoneyBooks(company)
  expect(books.wallet).toHaveLength(Number(ledger.rows))
  expect(books.wallet.every((line) => line.endsWith(' api'))).toBe(true)
  // A report names a movement by words, the API by its type: the same kind.
  const kinds = (lines: string[]) => lines.map((line) => line.replace(/ (file|api)$/, ''))
  expect(kinds(books.wallet)).toEqual(kinds(early.wallet))
  const api = books.releases.filter((line) => line.includes(' api '))
  const sums = (lines: string[]) => {
    const byCode = new Map<string, bigint>()
    for (const line of lines) {
      const [code, cents] = [line.split(' ')[0]!, BigInt(line.split(' ').at(-1)!)]
      byCode.set(code, (byCode.get(code) ?? 0n) + cents)
    }
    return [...byCode].toSorted()
  }
  expect(sums(api)).toEqual(sums(filed))
  expect(books.off).toEqual([])

  for (const kind of ['income', 'wallet', 'returns'] as const) {
    expect(await again(company, kind)).toMatchObject({ state: 'done', result: { created: 0, updated: 0 } })
    expect(await readMoneyBooks(company)).toEqual(books)
  }
})

test('for a shop without the API the report settles the same as the API would, kind by kind, to the cent', async () => {
  const company = await createTestOrganization()
  const path = join(folder, 'orders.xlsx')
  writeFileSync(path, files.orders)
  await importSheet(company, path)
  const before = await readMoneyBooks(company)
  expect(before.off).toEqual([])
  const income = await applyMoneyTestFile(company, files.income)
  expect(income.summary.money).toMatchObject({ unknownOrders: 0, notAddingUp: 0 })
  await applyMoneyTestFile(company, files.wallet)
  const books = await readMoneyBooks(company)
  expect(books.off).toEqual([])
  const released = new Set(books.releases.map((line) => line.split(' ')[0]!))
  const settled = (lines: string[]) => lines.filter((line) => released.has(line.split(' ')[0]!))
  const connected = await readMoneyBooks(harness.company)
  expect(settled(books.money).length).toBeGreaterThan(500)
  expect(settled(books.money)).toEqual(settled(connected.money))

  await inspect(company.organizationId, 'DELETE FROM reconcile_due WHERE organization_id = current_organization()')
  for (const kind of ['income', 'wallet'] as const) {
    expect(await again(company, kind)).toMatchObject({ state: 'done', result: { created: 0, updated: 0 } })
    expect(await readMoneyBooks(company)).toEqual(books)
  }
  expect(await inspect(company.organizationId, 'SELECT 1 FROM reconcile_due')).toEqual([])

  const returns = await applyMoneyTestFile(company, files.returns)
  const returnCount = await platformSum('SELECT count(*)::text AS n FROM returns WHERE shop_id = $1')
  expect(returns.summary.result).toMatchObject({ created: Number(returnCount.n), updated: 0 })
  expect(await again(company, 'returns')).toMatchObject({ state: 'done', result: { created: 0 } })

  const [byFile, byApi] = [await settlementsOf(company), await settlementsOf(harness.company)]
  const both = [...byFile.keys()].filter((code) => released.has(code))
  expect(both.length).toBe(released.size)
  const compared = both.map((code) => ({ code, file: byFile.get(code), api: byApi.get(code) }))
  expect(compared.filter(({ file, api }) => JSON.stringify(file) !== JSON.stringify(api))).toEqual([])
})

test('a file that broke off while it was written goes on where it was, and ends the same', async () => {
  const company = await createTestOrganization()
  const path = join(folder, 'orders-again.xlsx')
  writeFileSync(path, files.orders)
  await importSheet(company, path)
  const options = {
    batchRows: 40,
    afterBatch: () => {
      throw new Error('killed')
    },
  }
  await expect(applyMoneyTestFile(company, files.income, {}, options)).rejects.toThrow('killed')
  const [row] = await inspect<{ id: string; state: string }>(
    company.organizationId,
    "SELECT id, state FROM import WHERE kind = 'money'",
  )
  expect(row!.state).toBe('applying')
  await runMoneyApply(company, row!.id, { batchRows: 40 })
  expect(await getMoneyFileRow(company, row!.id)).toMatchObject({ state: 'done' })
  const other = await readMoneyBooks(company)
  expect(other.off).toEqual([])
  expect((await readMoneyBooks(harness.company)).releases.filter((line) => line.includes(' file '))).toEqual(
    other.releases,
  )
})

test('a file of another shop is noticed, and asks', async () => {
  const { company } = harness
  const [made] = await inspect<{ id: string }>(
    company.organizationId,
    `INSERT INTO shop (organization_id, id, platform, legal_entity_id, name, status)
     VALUES (current_organization(), uuid_v7(), 'shopee', $1, 'Outra loja', 'pending') RETURNING id`,
    [company.legalEntityId],
  )
  const importId = await checkMoneyTestFile(company, files.income, { shopId: made!.id })
  const { money } = (await getMoneyFileRow(company, importId)).summary
  expect(money!.owner!.id).toBe(made!.id)
  expect(money!.looksLike!.id).toBe(harness.shopId)
  await expect(applyMoneyTestFile(company, files.income, { shopId: made!.id })).rejects.toMatchObject({
    code: 'moneyFileOtherOwner',
  })
})
