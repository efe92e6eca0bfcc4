import { marginOf } from '@/lib/sales/sales-figures/margin'
import { getAnalyticsFor } from '@/lib/insight/analytics/views'
import { getCasesFor } from '@/lib/money/cases/views'
import { ratio } from '@/lib/sales/sales-figures/figures'
import { getExpenseListFor } from '@/lib/money/expenses/views'
import { getPricesFor } from '@/lib/money/fees/price-views'
import { getHealthFor } from '@/lib/connect/shop-performance/views'
import { getMappingFor } from '@/lib/catalog/mapping/views'
import { getOrderFor, getOrderListFor } from '@/lib/sales/orders/views'
import { getPayoutsFor } from '@/lib/money/payouts/views'
import { getWalletScreenFor } from '@/lib/money/payouts/wallet-views'
import { getProductFor, getProductListFor } from '@/lib/catalog/products/views'
import { lineParts } from '@/lib/money/profit/line-parts'
import { moneyBases, resultLines, type ResultLine, type ResultSum } from '@/lib/money/profit/result-lines'
import { getResultFor } from '@/lib/money/profit/views'
import { getSuggestionFor } from '@/lib/catalog/purchases/views'
import { getReconciliationFor } from '@/lib/money/reconciliation/views'
import { getReturnsFor } from '@/lib/sales/returns/views'
import type { Figure, FigureName, ToolViewer } from '@/lib/assist/tools/contract'
import { getLevelsFor } from '@/lib/catalog/warehouse/views'

type Query = Record<string, string>
type Sum = bigint | number | null
type Reader = (viewer: ToolViewer, query: Query, name: FigureName, path: string, product: string | null) => Promise<Sum>

const add = <Row>(rows: readonly Row[], of: (row: Row) => bigint | number | null): bigint =>
  rows.reduce((sum, row) => sum + BigInt(of(row) ?? 0), 0n)

/** Every row of a list, page after page. */
async function listAll<Row>(read: (query: Query) => Promise<{ rows: Row[]; next: string | null }>, query: Query) {
  const rows: Row[] = []
  for (let after: string | null = ''; after !== null;) {
    const page: { rows: Row[]; next: string | null } = await read({ ...query, ...(after && { after }) })
    rows.push(...page.rows)
    after = page.next
  }
  return rows
}

/** A list is read once for all figures of a viewer that lead to it, and an order once for all of its lines. */
const kept = new WeakMap<ToolViewer, Map<string, Promise<unknown>>>()
function once<T>(viewer: ToolViewer, key: string, read: () => Promise<T>): Promise<T> {
  const known = kept.get(viewer) ?? new Map<string, Promise<unknown>>()
  kept.set(viewer, known)
  if (!known.has(key)) known.set(key, read())
  return known.get(key) as Promise<T>
}

const linesOfOrders: Partial<Record<FigureName, ResultLine | ResultSum>> = {
  productSales: 'revenue',
  fees: 'fees',
  freight: 'freight',
  netRevenue: 'netRevenue',
  goodsCost: 'cost',
  salesTax: 'tax',
  contribution: 'contribution',
}

const ofOrders: Reader = async (viewer, query, name) => {
  const rows = await once(viewer, JSON.stringify(query), () =>
    listAll(async (query) => (await getOrderListFor(viewer, query)).page, query),
  )
  const line = linesOfOrders[name]
  if (line) {
    let sum = 0n
    for (const { id } of rows) {
      const { result } = (await once(viewer, id, () => getOrderFor(viewer, id)))!.profit!
      sum += line in result.sums ? result.sums[line as ResultSum] : result.lines[line as ResultLine]
    }
    return sum
  }
  const gross = add(rows, ({ revenueCents }) => revenueCents)
  const cancelled = rows.filter(({ status }) => status === 'cancelled').length
  if (name === 'units') return add(rows, ({ units }) => units)
  if (name === 'grossSales' || name === 'cancelledAmount') return gross
  if (name === 'netOfFees') return add(rows, ({ netCents }) => netCents ?? null)
  if (name === 'averageOrder')
    return rows.length > 0 ? (gross * 2n + BigInt(rows.length)) / BigInt(rows.length * 2) : null
  if (name === 'cancellationRate') return rows.length === 0 ? null : ratio(BigInt(cancelled), BigInt(rows.length))
  return rows.length
}

const ofExpenses: Reader = async (viewer, query, name, path) => {
  const options = { path: path as '/dashboard/expenses' }
  const rows = await listAll(async (query) => (await getExpenseListFor(viewer, query, options)).page, query)
  const sum = add(rows, ({ amountCents }) => amountCents)
  // In the result what is spent is signed.
  if (name === 'fixedExpenses' || name === 'variableExpenses') return -sum
  return name === 'expenses' ? rows.length : sum
}

const ofAnalytics: Reader = async (viewer, query, name, _, product) => {
  const { section } = await getAnalyticsFor(viewer, query)
  switch (section.tab) {
    case 'profit': {
      if (name === 'marginTotal') return add(section.rows, (row) => marginOf(row))
      if (name === 'units') return add(section.rows, ({ units }) => units)
      const revenue = add(section.rows, ({ revenueCents }) => revenueCents)
      return name === 'costCoverage'
        ? ratio(
            add(section.rows, (row) => row.coveredCents),
            revenue,
          )
        : revenue
    }
    case 'price':
      return add(section.points, (point) => (name === 'units' ? point.units : point.revenueCents))
    case 'cancellations':
      return add(section.returns, (row) => (name === 'refunds' ? row.cents : row.returns))
    case 'cover':
      if (name === 'products') return section.rows.length
      return section.rows.find(({ title }) => title === product)?.days ?? null
    case 'ads':
      return -add(section.rows, ({ ads }) => ads?.spendCents ?? null)
    default:
      throw new Error(`no function adds up ${section.tab}`)
  }
}

const ofProducts: Reader = async (viewer, query, name, path) => {
  const id = path.split('/')[3]
  if (!id) return (await listAll(async (query) => (await getProductListFor(viewer, query)).page, query)).length
  const { movements, lowStockAt } = (await getProductFor(viewer, id))!
  const [onHand, reserved] = [
    add(movements.rows, (row) => row.onHandDelta),
    add(movements.rows, (row) => row.reservedDelta),
  ]
  if (name === 'minimum') return lowStockAt
  return name === 'onHand' ? onHand : name === 'reserved' ? reserved : onHand - reserved
}

const ofLevels: Reader = async (viewer, query, name) => {
  const rows = await listAll(async (query) => (await getLevelsFor(viewer, query)).page, query)
  if (name === 'products') return rows.length
  if (name !== 'stockValue') return add(rows, ({ onHand, reserved }) => (name === 'onHand' ? onHand : reserved))
  return add(rows, ({ onHand, cost }) => Math.round(Number(onHand) * Number(cost ?? 0) * 100))
}

const ofPayouts: Reader = async (viewer, query, name) => {
  const { cash } = await getPayoutsFor(viewer, query)
  if (name === 'cashLeft')
    return cash.days.reduce((left, { inCents, outCents }) => left + inCents - outCents, cash.startCents ?? 0n)
  const rows = await listAll(async (query) => (await getPayoutsFor(viewer, query)).page, query)
  return name === 'payoutOrders' ? rows.length : add(rows, ({ toComeCents }) => toComeCents)
}

const readers: Record<string, Reader> = {
  '/dashboard/orders': ofOrders,
  '/dashboard/minha-empresa/pedidos': ofOrders,
  '/dashboard/expenses': ofExpenses,
  '/dashboard/minha-empresa/despesas': ofExpenses,
  '/dashboard/minha-empresa/analises': ofAnalytics,
  '/dashboard/minha-empresa/painel': async (viewer, query, name) => {
    const { lines, byBasis } = (await getResultFor(viewer, query)).total
    if (name === 'fees' || name === 'freight')
      return lineParts[name].reduce((sum, part) => sum + add(moneyBases, (basis) => byBasis[part][basis]), 0n)
    return resultLines.reduce((sum, line) => sum + lines[line], 0n)
  },
  '/dashboard/products': ofProducts,
  '/dashboard/minha-empresa/produtos': ofLevels,
  '/dashboard/minha-empresa/produtos/sugestao': async (viewer, query, name) => {
    const rows = await listAll(async (query) => (await getSuggestionFor(viewer, query)).page, query)
    return name === 'productsToBuy' ? rows.length : add(rows, ({ suggested }) => suggested)
  },
  '/dashboard/minha-empresa/mapeamento-produtos': async (viewer, query, name) => {
    const rows = await listAll(async (query) => (await getMappingFor(viewer, query)).page, query)
    return name === 'unmappedListings' ? rows.length : add(rows, ({ stakeCents }) => stakeCents)
  },
  '/dashboard/shopee/precos': async (viewer, query, name) => {
    const rows = await listAll(async (query) => (await getPricesFor(viewer, query)).page, query)
    return name === 'deadPrices' ? rows.length : add(rows, ({ better, units }) => better.lossCents * units)
  },
  '/dashboard/shopee/repasses': ofPayouts,
  '/dashboard/shopee': async (viewer, query) => {
    const { balances } = await getWalletScreenFor(viewer, query)
    return add(balances, ({ balanceCents }) => balanceCents)
  },
  '/dashboard/shopee-reconciliation': async (viewer, query, name) => {
    const rows = await listAll(async (query) => (await getReconciliationFor(viewer, query)).page, query)
    return name === 'differingOrders' ? rows.length : add(rows, ({ differenceCents }) => differenceCents)
  },
  '/dashboard/shopee-reconciliation/casos': async (viewer, query, name) => {
    const rows = await listAll(async (query) => (await getCasesFor(viewer, query)).page, query)
    return name.endsWith('Amount') ? add(rows, ({ amountCents }) => amountCents) : rows.length
  },
  '/dashboard/minha-empresa/shopee-central/devolucoes': async (viewer, query) =>
    (await listAll(async (query) => (await getReturnsFor(viewer, query)).page, query)).length,
  '/dashboard/minha-empresa/shopee-central/saude': async (viewer, _, name) => {
    const shops = await getHealthFor(viewer)
    if (name === 'marksOff') return add(shops, ({ values }) => values.filter(({ isOff }) => isOff).length)
    return add(shops, (shop) => (name === 'lateNow' ? shop.lateOrders : shop.blockedListings).length)
  },
}

/** Opens the page that a figure links to and adds up its rows; of the one product, where its row is among others. */
export async function addUp(
  viewer: ToolViewer,
  { name, href }: Figure,
  product: string | null = null,
): Promise<string | null> {
  const { pathname, searchParams } = new URL(href, 'http://localhost')
  const known = pathname.startsWith('/dashboard/products/') ? '/dashboard/products' : pathname
  const read = readers[known]
  if (!read) throw new Error(`no function reads ${pathname}`)
  const sum = await read(viewer, Object.fromEntries(searchParams), name, pathname, product)
  return sum === null ? null : String(sum)
}
