import type { CatalogueField } from './fields'
import type { CatalogueLayout } from './layout'
import { failed, type Change, type KnownProduct, type StagedRow } from './judge-rows'
import { addProblem, type CatalogueRow } from './read-row'

type Group = { row: CatalogueRow; deposits: Set<string>; parts: Map<string, { sku: string; quantity: number }> }

const keyOf = ({ values }: CatalogueRow) => String(values.sku ?? '').toLowerCase()

/** Rows of sheets where a product takes several: its balance by deposit, or its components. */
export class RowGroups {
  readonly groups = new Map<string, Group>()
  readonly bad: StagedRow[] = []
  readonly deposits = new Set<string>()

  constructor(private readonly layout: CatalogueLayout) {}

  take(row: CatalogueRow): void {
    const known = this.groups.get(keyOf(row))
    const group = known ?? { row, deposits: new Set<string>(), parts: new Map<string, never>() }
    if (this.layout.shape === 'kits') this.takePart(row, group)
    else this.takeBalance(row, group, known !== undefined)
    if (row.problems.length > 0) {
      if (row !== group.row) this.bad.push(failed(row))
      // One bad row leaves the whole product out: part of a balance or of a kit would be a wrong one.
      else if (!known) this.groups.set(keyOf(row) || `#${row.number}`, group)
      if (row !== group.row) group.row.problems.push({ ...row.problems[0]!, field: 'sku', problem: 'rowOfOrderBad' })
    } else if (!known) this.groups.set(keyOf(row), group)
  }

  private takePart(row: CatalogueRow, { parts }: Group): void {
    const sku = row.values.componentSku
    if (typeof sku !== 'string') return this.lacks(row, 'componentSku')
    const quantity = Number(row.values.componentQuantity ?? 1)
    if (quantity < 1) return addProblem(row, this.layout, 'componentQuantity', 'notCount', `${quantity}`)
    if (sku.toLowerCase() === keyOf(row)) return addProblem(row, this.layout, 'componentSku', 'kitInKit', sku)
    if (parts.has(sku.toLowerCase())) return addProblem(row, this.layout, 'componentSku', 'repeated', sku)
    parts.set(sku.toLowerCase(), { sku, quantity })
  }

  private takeBalance(row: CatalogueRow, { row: first, deposits }: Group, isKnown: boolean): void {
    const deposit = String(row.values.deposit ?? '')
    if (deposits.has(deposit.toLowerCase())) return addProblem(row, this.layout, 'deposit', 'repeated', deposit)
    deposits.add(deposit.toLowerCase())
    if (deposit) this.deposits.add(deposit)
    if (isKnown && typeof row.values.stock === 'number')
      first.values.stock = Number(first.values.stock ?? 0) + row.values.stock
  }

  private lacks(row: CatalogueRow, field: CatalogueField): void {
    if (!row.problems.some((problem) => problem.field === field)) addProblem(row, this.layout, field, 'missing', '')
  }
}

const partsText = (parts: readonly { sku: string; quantity: number }[]) =>
  parts.map(({ sku, quantity }) => `${sku} × ${quantity}`).toSorted()

/** The change that a kit of these components would make. */
export function judgeKit(
  { row, parts }: Group,
  layout: CatalogueLayout,
  known: ReadonlyMap<string, KnownProduct>,
  idOfNew: () => string,
): StagedRow {
  const kit = known.get(keyOf(row))
  for (const { sku } of parts.values()) {
    const component = known.get(sku.toLowerCase())
    if (!component || component.values.archived === true)
      addProblem(row, layout, 'componentSku', component ? 'skuArchived' : 'componentUnknown', sku)
    else if (component.isKit) addProblem(row, layout, 'componentSku', 'kitInKit', sku)
  }
  if (parts.size > 50) addProblem(row, layout, 'componentSku', 'tooMany', `${parts.size}`)
  if (kit && !kit.isKit && kit.movementId !== '0') addProblem(row, layout, 'sku', 'kitHasStock', kit.sku)
  if (row.problems.length > 0) return failed(row)
  const list = [...parts.values()].map(({ sku, quantity }) => ({ sku: known.get(sku.toLowerCase())!.sku, quantity }))
  const [before, after] = [partsText(kit?.parts ?? []), partsText(list)]
  const key = kit?.sku ?? String(row.values.sku)
  if (before.join() === after.join()) return { number: row.number, key, outcome: 'same', payload: {} }
  const title = kit?.values.title ?? row.values.title ?? key
  const changes: Change[] = [
    ...(kit ? [] : [{ field: 'title' as const, before: null, after: title }]),
    { field: 'kit', before: before.length > 0 ? before : null, after },
  ]
  return {
    number: row.number,
    key,
    outcome: kit ? 'changed' : 'new',
    payload: {
      productId: kit?.id ?? idOfNew(),
      sku: key,
      title,
      version: kit?.version ?? 0,
      set: kit ? {} : { title },
      changes,
      kit: list,
      values: row.written,
    },
  }
}
