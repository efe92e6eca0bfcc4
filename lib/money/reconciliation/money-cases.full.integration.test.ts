// Full form: imports fourteen workbooks whole. Default: lib/money/reconciliation/settle-money-cases.test.ts.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { importSheet } from '@/lib/testing/factories/imports'
import { asWorker, inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import { applyMoneyTestFile } from '@/lib/testing/factories/money-files'
import { describeCases, readCase, sharedCases } from '@/lib/testing/samples/shared-cases'
import { verifyFigures } from '@/lib/worker/verify-figures/verify-figures'
import { reconcileOrders } from './reconcile-orders'

vi.setConfig({ testTimeout: 120_000 })

const folders = ['follow-on', 'half-cent', 'kept-fees', 'net-fees', 'refund-apart', 'wallet-correction']
type Expected = Record<string, { scenario: string; causes: Record<string, number> }>

describeCases('the money of ../shared/cases', () => {
  test.each(folders)(
    'money-%s: the causes are those that were injected, and the order brought what was paid',
    async (name) => {
      const company = await createTestOrganization()
      const folder = `money/money-${name}`
      const sql = <T extends object>(text: string) => inspect<T>(company.organizationId, text)
      await importSheet(company, join(sharedCases, folder, 'orders.xlsx'))
      const [shop] = await sql<{ id: string }>('SELECT id FROM shop')
      for (const file of ['income', 'wallet', 'returns'].map((each) => `${folder}/${each}.xlsx`))
        if (existsSync(join(sharedCases, file))) {
          const { state } = await applyMoneyTestFile(company, readCase(file), {
            fileName: `${name}.xlsx`,
            shopId: shop!.id,
          })
          expect([file, state]).toEqual([file, 'done'])
        }
      await asWorker(() => reconcileOrders(company.organizationId))
      const rows = await sql<{ code: string; causes: Record<string, number> }>(`
      SELECT s.external_code AS code, coalesce(json_object_agg(d.cause, d.amount_cents) FILTER (WHERE d.cause IS NOT NULL), '{}') AS causes
      FROM settlement s LEFT JOIN discrepancy d ON d.settlement_id = s.id GROUP BY 1`)
      const expected = JSON.parse(readCase(`${folder}/expected.json`).toString()) as Expected
      expect(Object.fromEntries(rows.map(({ code, causes }) => [code, causes]))).toEqual(
        Object.fromEntries(Object.entries(expected).map(([code, { causes }]) => [code, causes])),
      )
      expect(
        await sql(`SELECT s.external_code FROM settlement s CROSS JOIN LATERAL (SELECT sum(m.amount_cents) AS cents FROM order_money(array[s.order_id]) m) m
      WHERE s.unexplained_cents <> 0 OR m.cents <> s.released_cents + s.adjusted_cents`),
      ).toEqual([])
      const { differences } = await verifyFigures(company.organizationId)
      expect(differences.filter(({ check }) => check !== 'order_stock')).toEqual([])
    },
  )
})
