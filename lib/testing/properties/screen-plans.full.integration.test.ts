// Full form: fills a company with ten thousand rows of each kind to count the rows that every screen reads. Default: the smaller plans of two domains, lib/catalog/purchases/query-plans.integration.test.ts and lib/insight/analytics/query-plans.integration.test.ts.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listScreenReads } from '../harnesses/screen-reads'
import { countRowsRead } from '../harnesses/rows-read'
import { makeScreenCompany, type ScreenCompany } from '../factories/screen-company'

const MANY_ROWS = 10_000
const SHARE = 0.15

let company: ScreenCompany
beforeAll(async () => {
  company = await makeScreenCompany(MANY_ROWS)
}, 300_000)

/** The large tables of which it reads more than a page's share, from end to end or by an index. */
async function listReadThrough(run: () => Promise<unknown>): Promise<string[]> {
  const read = await countRowsRead([...company.tables.keys()], run)
  return [...read].filter(([table, rows]) => rows > SHARE * company.tables.get(table)!).map(([table]) => table)
}

test('the large tables are those that grow with the years', () => {
  const some = [
    'orders',
    'order_item',
    'order_list',
    'money_line',
    'package',
    'stock_movement',
    'order_return',
    'notification',
  ]
  expect([...company.tables.keys()]).toEqual(expect.arrayContaining([...some, 'import_row', 'task', 'audit_event']))
})

test('reading a table through is seen, from end to end and by an index', async () => {
  const { withOrganization } = await import('@/lib/core/db')
  const { organizationId } = company.member
  const read = (setting: 'enable_seqscan' | 'enable_indexscan') =>
    listReadThrough(() =>
      withOrganization(company.member, async (db) => {
        await (setting === 'enable_seqscan'
          ? db.$executeRaw`SET LOCAL enable_seqscan = off`
          : db.$executeRaw`SET LOCAL enable_indexscan = off`)
        await db.order.count({ where: { organizationId, note: null } })
      }),
    )
  expect(await read('enable_seqscan')).toEqual(['orders'])
  expect(await read('enable_indexscan')).toEqual(['orders'])
})

const screens = listScreenReads(() => company)
const cases = Object.entries(screens).flatMap(([name, reads]) =>
  reads.map(({ of = '', ...read }) => ({ name: `${name} ${of}`.trim(), ...read })),
)

test.each(cases)('$name reads no large table through', async ({ run, through = [] }) => {
  expect((await listReadThrough(run)).filter((table) => !through.includes(table))).toEqual([])
})

test('every view that a page reads by is among them', () => {
  const lib = join(__dirname, '../..')
  const matches = readdirSync(lib, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.ts$/.test(path) && !/test|generated/.test(path))
    .flatMap((path) => [
      ...readFileSync(join(lib, path), 'utf8').matchAll(
        /^export (?:async function|function|const) ((?:get|list|count)\w*For)\b/gm,
      ),
    ])
    .map(([, name]) => name!)
  expect(matches.length).toBeGreaterThan(50)
  expect([...new Set(matches)].filter((name) => !(name in screens)).sort()).toEqual(withoutLists)
})

/** They read settings, a person's own, or one record alone. */
const withoutLists = [
  'getArchiveFor',
  'getAvatarFor',
  'getDriveFor',
  'getExportOptionsFor',
  'getExportProgressFor',
  'getInvoiceFor',
  'getOrganizationProfileFor',
  'getOwnershipFor',
  'getRunFor',
  'getSplitFor',
  'getStockRulesFor',
  'listChangesFor',
  'listNoticePreferencesFor',
]
