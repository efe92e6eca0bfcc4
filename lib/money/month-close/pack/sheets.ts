import 'server-only'
import { listStateSales } from '@/lib/sales/sales-figures/sales-series'
import type { Db } from '@/lib/core/db'
import { differenceOf } from '@/lib/sales/dispatch/match-invoice'
import { expenses } from '../../expenses/expense-export'
import { settlements } from '../../reconciliation/settlement-export'
import { wallet } from '../../wallet/wallet-export'
import type { Sheet } from '@/lib/core/exports/file-formats'
import type { ColumnType, Heading, ListKind, Value } from '@/lib/core/exports/list-kind'
import type { PackRun } from '@/lib/core/exports/pack-kind'
import { listReceived } from '../../payouts/received'
import { daysOf } from '../calendar'
import { figureLines, profitBeforeAdsOf, subtract } from '../figures'
import { nameKeyOf } from '../line-name'
import { isSoleEntity, listInventory } from './inventory'
import { listLooseDocuments, listPackOrders, listPackReturns, type PackOrder, type PackPage } from './orders'
import type { Subject } from './subject'

type Titles = (typeof import('@/messages/pt-BR.json'))['monthClose']['pack']
type Column = [title: keyof Titles['columns'], type: ColumnType, width?: number]
type Step = (db: Db, after: string | null) => Promise<PackPage<Value[]> & { counted?: number }>

/** One sheet of the workbook a list, each read batch by batch of the legal entity alone. */
export function sheetsOf(run: PackRun, subject: Subject): Sheet[] {
  const { context, batchRows: size } = run
  const { t, language, timeZone, organizationId } = context
  const { books, month, live, closing } = subject
  const { entity } = books
  const range = daysOf(month)
  const headingsOf = (columns: Column[]): Heading[] =>
    columns.map(([title, type, width = 16]) => ({ title: t(`monthClose.pack.columns.${title}`), type, width }))
  const sheet = (name: keyof Titles['sheets'], headings: Heading[], batches: AsyncIterable<Value[][]>): Sheet => ({
    name: t(`monthClose.pack.sheets.${name}`),
    headings,
    batches,
    language,
    timeZone,
  })
  const paged = (name: keyof Titles['sheets'], columns: Column[], step: Step, of: string | null = entity) =>
    sheet(name, headingsOf(columns), readPages(run, of, step))
  const listed = (name: keyof Titles['sheets'], kind: ListKind, query: Record<string, string>, counted = false) => {
    const filter = kind.normalize(new URLSearchParams(query).toString(), context)
    const step: Step = async (db, after) => {
      const { rows, next } = await kind.read(db, filter, context, after, size)
      return { rows, next, counted: counted ? rows.length : 0 }
    }
    return sheet(name, kind.headings(context), readPages(run, entity, step))
  }
  const nameOf = (line: (typeof figureLines)[number]) => t(nameKeyOf(line) as never)
  const changes = closing && subtract(live, closing.frozen)
  const summary = figureLines.map((line): Value[] => [
    nameOf(line),
    closing?.frozen[line] ?? null,
    live[line] ?? null,
    changes?.[line] ?? null,
  ])
  const beforeAds = profitBeforeAdsOf(live)
  if (beforeAds !== null) summary.push([t('monthClose.pack.profitBeforeAds'), null, beforeAds, null])
  const adjusted = (closing?.adjustments ?? []).flatMap(({ of, changes: cents }) =>
    figureLines.flatMap((line): Value[][] => (cents[line] === undefined ? [] : [[of, nameOf(line), cents[line]]])),
  )
  const orders =
    (which: Parameters<typeof listPackOrders>[3], rowOf: (order: PackOrder) => Value[] | null): Step =>
    async (db, after) => {
      const { rows, next } = await listPackOrders(db, books, month, which, after, size)
      const values = rows.map(rowOf).filter((row) => row !== null)
      return { rows: values, next, counted: which === 'all' ? rows.length : 0 }
    }
  return [
    sheet(
      'summary',
      headingsOf([
        ['line', 'text', 44],
        ['frozen', 'money'],
        ['live', 'money'],
        ['difference', 'money'],
      ]),
      once(summary),
    ),
    sheet(
      'adjustments',
      headingsOf([
        ['of', 'day'],
        ['line', 'text', 44],
        ['difference', 'money'],
      ]),
      once(adjusted),
    ),
    paged(
      'orders',
      [
        ...([
          ['code', 'text', 20],
          ['day', 'day'],
          ['outlet', 'text', 24],
          ['buyerState', 'text'],
          ['status', 'text'],
        ] as Column[]),
        ...([
          ['revenue', 'money'],
          ['voucher', 'money'],
          ['freight', 'money'],
          ['total', 'money'],
          ['paid', 'money'],
        ] as Column[]),
        ...([
          ['document', 'text', 10],
          ['number', 'text'],
          ['accessKey', 'text', 46],
        ] as Column[]),
      ],
      orders('all', (order) => [
        order.code,
        order.day,
        order.outletName,
        order.buyerState,
        t(`dashboard.status.${order.status}`),
        order.revenueCents,
        order.sellerVoucherCents,
        order.freightPaidCents,
        order.totalCents,
        order.paidCents,
        order.documentKind && t(`monthClose.pack.kinds.${order.documentKind}`),
        order.documentNumber,
        order.accessKey,
      ]),
    ),
    paged(
      'states',
      [
        ['buyerState', 'text'],
        ['orders', 'number'],
        ['revenue', 'money'],
      ],
      async (db) => {
        const rows = await listStateSales(db, organizationId, range, { shop: null, channel: null, entity })
        return {
          next: null,
          rows: rows.map(({ key, orders: sold, revenueCents }) => [key || null, Number(sold), revenueCents]),
        }
      },
    ),
    paged(
      'cash',
      [
        ['day', 'day'],
        ['received', 'money'],
        ['early', 'money'],
      ],
      async (db) => {
        const { days } = await listReceived(db, books, range, { entity })
        return { next: null, rows: days.map(({ day, cents, earlyCents }) => [day, cents, earlyCents]) }
      },
    ),
    paged(
      'returns',
      [
        ...([
          ['number', 'text', 22],
          ['code', 'text', 20],
          ['kind', 'text', 24],
          ['state', 'text', 18],
        ] as Column[]),
        ...([
          ['openedAt', 'instant'],
          ['receivedAt', 'instant'],
          ['refund', 'money'],
          ['compensation', 'money'],
        ] as Column[]),
      ],
      async (db, after) => {
        const { rows, next } = await listPackReturns(db, books, month, after, size)
        const values = rows.map((row): Value[] => [
          row.number,
          row.orderCode,
          t(`returns.kinds.${row.kind}`),
          t(`returns.states.${row.state}`),
          row.openedAt,
          row.receivedAt,
          row.refundCents,
          row.compensationCents,
        ])
        return { rows: values, next }
      },
    ),
    paged(
      'withoutDocument',
      [
        ['code', 'text', 20],
        ['day', 'day'],
        ['outlet', 'text', 24],
        ['status', 'text'],
        ['revenue', 'money'],
        ['total', 'money'],
      ],
      orders('withoutDocument', (order) => [
        order.code,
        order.day,
        order.outletName,
        t(`dashboard.status.${order.status}`),
        order.revenueCents,
        order.totalCents,
      ]),
    ),
    paged(
      'withoutOrder',
      [
        ['document', 'text', 10],
        ['number', 'text'],
        ['accessKey', 'text', 46],
        ['issuedAt', 'instant'],
        ['documentTotal', 'money'],
        ['file', 'text', 40],
      ],
      async (db, after) => {
        const { rows, next } = await listLooseDocuments(db, books, month, after, size)
        const values = rows.map((row): Value[] => [
          t(`monthClose.pack.kinds.${row.kind}`),
          row.number,
          row.accessKey,
          row.issuedAt,
          row.totalCents,
          row.fileName,
        ])
        return { rows: values, next }
      },
      null,
    ),
    paged(
      'differentValue',
      [
        ['code', 'text', 20],
        ['day', 'day'],
        ['number', 'text'],
        ['accessKey', 'text', 46],
        ['total', 'money'],
        ['documentTotal', 'money'],
        ['difference', 'money'],
      ],
      orders('withDocument', (order) => {
        const difference = differenceOf(order.documentCents, order)
        if (!difference) return null
        return [
          order.code,
          order.day,
          order.documentNumber,
          order.accessKey,
          order.totalCents,
          order.documentCents,
          difference,
        ]
      }),
    ),
    listed('expenses', expenses, { ...range, place: `entity:${entity}` }),
    paged(
      'inventory',
      [
        ['sku', 'text', 18],
        ['title', 'text', 44],
        ['place', 'text', 20],
        ['units', 'number'],
        ['cost', 'number'],
        ['value', 'money'],
      ],
      async (db, after) => {
        if (run.isScoped && !(await isSoleEntity(db, entity)))
          return { next: null, rows: [[null, t('monthClose.pack.inventoryOfAll'), null, null, null, null]] }
        const { rows, next } = await listInventory(db, books, month, after, size)
        const values = rows.map(({ sku, title, place, units, cost, valueCents }): Value[] => [
          sku,
          title,
          place,
          Number(units),
          cost === null ? null : Number(cost),
          valueCents,
        ])
        return { rows: values, next }
      },
    ),
    listed('wallet', wallet, { ...range, period: 'custom' }, true),
    listed('settlements', settlements, { ...range, entity, show: 'differing' }),
  ]
}

async function* readPages(run: PackRun, entity: string | null, step: Step): AsyncGenerator<Value[][]> {
  let after: string | null = null
  do {
    const page: PackPage<Value[]> = await run.read(entity, async (db) => {
      const { rows, next, counted = 0 } = await step(db, after)
      return { value: { rows, next }, rows: counted }
    })
    if (page.next !== null && page.next === after) throw new Error('The list does not get on.')
    after = page.next
    yield page.rows
  } while (after !== null)
}

async function* once(rows: Value[][]) {
  yield rows
}
