import 'server-only'
import { withOrganization } from '@/lib/core/db'
import { assembleOrder, hashOrder, type Assembled } from './assemble-order'
import { columnOf, type ColumnMap, type Field } from './columns'
import { orderPayload, type StagingContext } from './order-payload'
import type { ItemRow } from './order-row'
import type { OrderBatch } from './order-stream'
import type { StagedProblem } from './schema'
import type { UnreadOne } from '@/lib/core/sheets/unread'

/** Thrown when the import was cancelled while its sheet was still being read. */
export class ImportStopped extends Error {}

const noHash = ''

/** The parts not understood, by order: an order with scattered rows comes again, and then reports all of them. */
export type UnreadByOrder = Map<string, UnreadOne[]>

/** Puts batches on the stage in their order. The next one is put together while the database takes one up. */
export function openStage(importId: string, context: StagingContext, reported: UnreadByOrder) {
  let taken = Promise.resolve()
  return {
    async add(batch: OrderBatch): Promise<void> {
      if (batch.orders.length === 0) return
      const staged = assembleBatch(batch, context, reported)
      await taken
      taken = stage(importId, staged, batch.progress, context)
      // The next caller handles the error.
      taken.catch(() => {})
    },
    /** Until all of them are on the stage. */
    whole: () => taken,
  }
}

type Staged = { number: number; code: string; hash: string; payload: object }

const assembleBatch = (batch: OrderBatch, context: StagingContext, reported: UnreadByOrder): Staged[] =>
  batch.orders.map(({ code, number, rows }) => {
    const assembled = assembleOrder(rows, batch.map)
    reported.delete(code)
    if (!assembled.ok) {
      const problems = assembled.rows.map((row) => stagedProblem(row, batch.map))
      return { number, code, hash: noHash, payload: { problems } }
    }
    const odd = oddOf(rows, assembled, batch.map)
    if (odd.length > 0) reported.set(code, odd)
    const hash = hashOrder(assembled.order).toString('hex')
    return { number, code: assembled.order.code, hash, payload: orderPayload(assembled.order, context) }
  })

async function stage(importId: string, staged: Staged[], progress: number, context: StagingContext): Promise<void> {
  const percent = Math.min(99, Math.floor(progress * 100))
  const [row] = await withOrganization(context, async (db) => {
    const answer = await db.$queryRaw<[{ staged: number }]>`
      SELECT stage_import_orders(${importId}::uuid, ${JSON.stringify(staged)}::jsonb) AS staged`
    await db.$executeRaw`
      UPDATE import SET done = ${percent}, total = 100
      WHERE organization_id = ${context.organizationId}::uuid AND id = ${importId}::uuid AND state = 'checking'`
    return answer
  })
  if (row.staged < 0) throw new ImportStopped()
}

/** The missing fields of an order, its duplicate rows or rows of an earlier state, sums that do not agree, the state of its return, and an unknown status. */
export function oddOf(rows: ItemRow[], assembled: Assembled & { ok: true }, map: ColumnMap): UnreadOne[] {
  const { order, repeated, older, unknownStatus } = assembled
  const unread: UnreadOne[] = rows.flatMap(({ odd }) =>
    odd.map(({ column, cell, value }) => ({ kind: 'cell' as const, name: column, sample: `${cell}: ${value}` })),
  )
  for (const { row, values } of repeated) {
    const cents = typeof values.subtotal === 'bigint' ? values.subtotal : null
    unread.push({ kind: 'repeat', name: order.code, cents, sample: String(row) })
  }
  for (const { row, values } of older)
    unread.push({ kind: 'older', name: order.code, sample: `${row}: ${String(values.status)}` })
  const own = rows.filter((row) => !repeated.includes(row) && !older.includes(row))
  for (const { row, values } of own) {
    const { dealPrice, quantity, subtotal } = values
    if (typeof dealPrice !== 'bigint' || typeof subtotal !== 'bigint') continue
    if (dealPrice * BigInt(quantity ?? 0) !== subtotal)
      unread.push({ kind: 'subtotal', name: order.code, cents: subtotal, sample: String(row) })
  }
  const products = Math.max(0, ...own.map(({ values }) => Number(values.products ?? 0)))
  if (products > order.units)
    unread.push({ kind: 'short', name: order.code, cents: order.revenueCents, sample: `${order.units} < ${products}` })
  const returns = new Set(
    rows.flatMap(({ values: { returnState = '' } }) => (isSaid(returnState) ? [returnState] : [])),
  )
  for (const name of returns)
    unread.push({ kind: 'returned', name: String(name), cents: order.revenueCents, sample: order.code })
  if (returns.size === 0) unread.push(...returnedUnits(own, order.code, map))
  if (unknownStatus === null) return unread
  const at = map.places.get('status')
  const place = (at !== undefined && map.headers.get(at)) || ''
  const becomes = order.status
  unread.push({ kind: 'word', name: unknownStatus, place, cents: order.revenueCents, sample: order.code, becomes })
  return unread
}

/** Units that came back, of an order whose return has no state. */
function returnedUnits(rows: ItemRow[], sample: string, map: ColumnMap): UnreadOne[] {
  const at = map.places.get('returnedUnits')
  const [name, back] = [(at !== undefined && map.headers.get(at)) || '', rows.filter(unitsBack)]
  if (back.length === 0) return []
  const cents = back.reduce((sum, row) => sum + BigInt(unitsBack(row)) * BigInt(row.values.dealPrice ?? 0), 0n)
  return [{ kind: 'returned', name: `${name}: ${back.reduce((sum, row) => sum + unitsBack(row), 0)}`, cents, sample }]
}
const unitsBack = ({ values }: ItemRow): number =>
  Number(/^(\d{1,5})(?:[.,]0+)?$/.exec(String(values.returnedUnits ?? ''))?.[1] ?? 0)

const isSaid = (value: string | number | bigint) => !/^[\s-]*$|^(n\/?a|nao|não|no|none|nenhuma?)$/i.test(String(value))

/** A failed row for the list and the file: without buyers' data, and with values as text. */
function stagedProblem(row: ItemRow, map: ColumnMap): StagedProblem {
  const values: Record<string, string> = {}
  for (const [field, value] of Object.entries(row.values) as [Field, string | number | bigint][]) {
    const place = map.places.get(field)
    if (columnOf(field).buyer || place === undefined) continue
    values[field] = columnOf(field).kind === 'time' ? new Date(Number(value)).toISOString() : String(value)
  }
  return {
    row: row.row,
    orderCode: String(row.values.orderCode ?? ''),
    cells: row.problems.map(({ cell, column, problem, value }) => ({ cell, column, problem, value })),
    values,
  }
}
