import { absolute } from '@/lib/core/big-int'
import { tzOffset } from '@date-fns/tz'
import {
  cellText,
  dayInZone,
  readMoney,
  readTime,
  valueText,
  wallToInstant,
  zoneMinutes,
} from '@/lib/core/sheets/cell-values'
import { centsOf, codeOf, textOf, unitsOf, type Read, type SheetProblem } from '@/lib/core/sheets/sheet-values'
import { columnLetters, type Cell, type SheetRow } from '@/lib/core/sheets/sheet-reader'
import { saleFields, type SaleField, type SaleLayout } from './fields'
import { splitByWeight } from '@/lib/core/rounding'
import { withRowAbove } from '@/lib/core/sheets/row-above'
import { isTotalsRow, noteIn } from '@/lib/core/sheets/totals-row'
import { foldText } from '@/lib/core/text/fold-text'
import type { UnreadList } from '@/lib/core/sheets/unread'

/** In the order in which a sale goes through them. */
export const saleStatuses = ['pending', 'confirmed', 'processing', 'shipped', 'delivered', 'cancelled'] as const
export type SaleStatus = (typeof saleStatuses)[number]
export type SaleValues = {
  day: string
  placedAt: number
  channel: string | null
  code: string | null
  sku: string
  quantity: number
  unitPrice: bigint
  discount: bigint
  fee: bigint | null
  customer: string | null
  status: SaleStatus
}
export type SaleProblem = { field: SaleField | ''; column: string; cell: string; problem: SheetProblem; value: string }
export type SaleRow = {
  number: number
  values: Partial<SaleValues>
  problems: SaleProblem[]
  /** The missing optional fields of the sale: the buyer, and the channel's charge, which is then unknown. */
  odd: SaleProblem[]
  /** A row of a package as a whole: the sale is in its other rows. */
  isPackage?: true
  /** An unknown word for the sale's status: the sale counts as one without a word. */
  unknownStatus?: string
  /** A word for what came after the sale that cancels nothing: the status stands, and the word is reported. */
  afterSales?: string
  /** As it was written, without the customer. */
  written: Partial<Record<SaleField, string>>
  /** Its other cells that may be the marketplace's number of the order: another system has one of its own. */
  otherCodes?: string[]
}

const maxShownChars = 60
/** A day without a time stands for its noon, so that it is that day in every zone of Brazil. */
const noonMs = 12 * 3_600_000
const dayMs = 86_400_000

/** The first match counts: a finished return has brought the sale back, a running one has not yet. */
const statusWords: [RegExp, SaleStatus][] = [
  [/(devolvemos|enviamos de volta) .*ao comprador/, 'delivered'],
  // A cancellation that was only requested, or refused, has cancelled nothing yet.
  [
    /^(?!.*cancelad).*(cancelamento|cancellation).*(solicit|pedid|analise|recus|negad|rejeit|pendente|request|reject|pending)/,
    'confirmed',
  ],
  [
    /^(?!.*cancelad).*(solicit|pedido de|pediu|analise|aguardando|request).*(cancelamento|cancellation|cancel\b)/,
    'confirmed',
  ],
  [
    /^(?!.*reembolsad).*(reembolso|refund).*(solicit|pedid|analise|recus|negad|rejeit|pendente|request|reject|pending)/,
    'delivered',
  ],
  [/^(?!.*reembolsad).*(solicit|pedido de|pediu|analise|aguardando|request).*(reembolso|refund)/, 'delivered'],
  // The rest of a partly refunded sale stands.
  [
    /(reembols|refund|devolu|estorn)\w* (foi )?(parcial|partial)|partial\w* (refund|return)|parcialmente (reembols|devolv|estorn)/,
    'delivered',
  ],
  // The marketplace paid both: the seller keeps the money.
  [/liberamos o dinheiro/, 'delivered'],
  // No sale yet: a quotation, or one whose payment has not been accepted.
  [
    /orcamento|rascunho|proposta|digitacao|\bdraft|\bquot|incomplet|\bnao (aprovad|autorizad|confirmad)|not (approved|authori)/,
    'pending',
  ],
  [
    /^(anulad|excluid|recusad|rejeitad|expirad)[oa]s?$|pagamento (recus|rejeit|expir)|\bvoid(ed)?\b|^(declined|expired|deleted)$/,
    'cancelled',
  ],
  [/cancel|estorn|devolvid|reembols|devolucao (finaliz|conclu)|refunded|returned/, 'cancelled'],
  [/devolucao|mediacao|reclamac|troca\b|returning/, 'delivered'],
  [/nao pag|aguardando pag|pendente|pending|novo|new|em aberto|unpaid/, 'pending'],
  [/nao entreg|insucesso|falha na entrega/, 'shipped'],
  [/(para|vamos|ser|aguardando) (o )?envi|unshipped|to ship|awaiting (shipment|collection)/, 'confirmed'],
  [/(aguard|pront|para|espera)\w* .*(coleta|postagem|imprimir)|etiqueta|ready to ship/, 'confirmed'],
  [/saiu para (a )?entrega|entrega em andamento|em rota|out for delivery|(aguard|disponivel)\w* .*retirada/, 'shipped'],
  [/process|prepara|separa|faturad|a faturar|faturamento|para emitir|em andamento/, 'processing'],
  [/entreg|delivered|conclu|complet|finaliz|atendid/, 'delivered'],
  [/enviad|shipped|despachad|postad|transi[td]|a caminho|^chega|ponto de retirada/, 'shipped'],
  [/pago|paid|confirm|aprovad/, 'confirmed'],
]
const saidOver: SaleStatus = 'delivered'

/** The papers of a sale, of which a cancellation is none of the sale's. */
const ofPaper = /^(nota|nf-?e|nfs-?e|etiqueta|invoice|label)\b.*(cancel|estorn|rejeit|reject)/

/** A sale without a status counts as delivered: a sheet lists sales that are over. Null for unknown words. */
export function statusOf(text: string): SaleStatus | null {
  const words = foldText(text).trim()
  if (words === '') return saidOver
  if (ofPaper.test(words)) return null
  return statusWords.find(([pattern]) => pattern.test(words))?.[1] ?? null
}

/** Above a package's own rows Mercado Livre has one of the whole, without a product: its money is the others'. */
const isWholePackage = (row: SaleRow) =>
  row.written.sku === undefined && /^pacote de \d+ produto/.test(foldText(row.written.status ?? ''))
/** Below its headings TikTok Shop explains them, column by column. */
const isExplanation = ({ written: { day = '', quantity = '', unitPrice = '' } }: SaleRow) =>
  day !== '' && quantity !== '' && unitPrice !== '' && !/\d/.test(day + quantity + unitPrice)

export function readSaleRow(row: SheetRow, layout: SaleLayout, zone: string, now: number): SaleRow | null {
  const read: SaleRow = { number: row.number, values: {}, problems: [], odd: [], written: {} }
  const cellOf = (field: SaleField): Cell | undefined => {
    const at = layout.places[field]
    return at === undefined ? undefined : row.cells.get(at)
  }
  for (const field of saleFields) {
    const text = cellText(cellOf(field))
    if (text !== '' && field !== 'customer') read.written[field] = text.slice(0, 200)
  }
  if (Object.keys(read.written).length === 0 || isExplanation(read)) return null
  if (row.fault) addSaleProblem(read, layout, 'sku', row.fault, '')
  if (isWholePackage(read)) {
    read.isPackage = true
    return read
  }
  const take = <T>(field: SaleField, value: Read<T | null>, into = read.problems): T | null => {
    if (value.ok) return value.value
    addSaleProblem(read, layout, field, value.problem, cellText(cellOf(field)), into)
    return null
  }
  const { values } = read
  readDay(read, layout, cellOf('day'), zone, now)
  values.channel = take('channel', textOf(cellOf('channel'), 80))
  values.code = take('code', codeOf(cellOf('code'), 60))
  const otherCodes = orderCodesIn(row, layout.places.code)
  if (otherCodes.length > 0) read.otherCodes = otherCodes
  values.customer = take('customer', textOf(cellOf('customer'), 200), read.odd)
  values.discount = take('discount', centsOf(withoutSign(cellOf('discount')))) ?? 0n
  values.fee = take('fee', centsOf(withoutSign(cellOf('fee'))), read.odd)
  const sku = take('sku', codeOf(cellOf('sku'), 100))
  const quantity = take('quantity', unitsOf(cellOf('quantity'), 100_000))
  const unitPrice = take('unitPrice', centsOf(cellOf('unitPrice')))
  if (sku !== null) values.sku = sku
  if (quantity !== null && quantity < 1) addSaleProblem(read, layout, 'quantity', 'notCount', `${quantity}`)
  else if (quantity !== null) values.quantity = quantity
  if (unitPrice !== null) values.unitPrice = unitPrice
  takeTotal(read, layout, take('rowTotal', centsOf(cellOf('rowTotal')), read.odd))
  const word = cellText(cellOf('status'))
  const status = statusOf(word)
  values.status = status ?? saidOver
  if (status === null) read.unknownStatus = word
  readAfterSales(read, cellText(cellOf('afterSales')))
  requireAll(read, layout)
  return read
}

/**
 * The row's whole amount, after its discount. The price of one unit follows from it, with the cents that do not divide as a discount; beside
 * a price of one unit the discount does, and beside both it is a check.
 */
function takeTotal(read: SaleRow, layout: SaleLayout, total: bigint | null): void {
  const { values } = read
  const quantity = BigInt(values.quantity ?? 0)
  if (total === null || total < 0n || quantity === 0n) return
  const off = values.discount ?? 0n
  const hasDiscount = read.written.discount !== undefined
  if (values.unitPrice === undefined) {
    if (read.problems.some(({ field }) => field === 'unitPrice')) return
    values.unitPrice = (total + off + quantity - 1n) / quantity
    values.discount = values.unitPrice * quantity - total
    return
  }
  const whole = values.unitPrice * quantity
  if (!hasDiscount && total <= whole) values.discount = whole - total
  else if (whole - off !== total)
    addSaleProblem(read, layout, 'rowTotal', 'negativeTotal', `${read.written.rowTotal}`, read.odd)
}

/** A day and eight more, letters among them: digits alone may be a person's or a company's number. */
const marketplaceCode = /^\d{2}(0[1-9]|1[0-2])[0-3]\d(?=\d*[A-Z])[0-9A-Z]{8}$/i

const orderCodesIn = ({ cells }: SheetRow, codeAt: number | undefined): string[] =>
  [...cells].flatMap(([at, cell]) => {
    const text = at === codeAt ? '' : valueText(cell)
    return marketplaceCode.test(text) ? [text.toUpperCase()] : []
  })

/** An ERP keeps a sale's status and says beside it that it was cancelled or came back. */
function readAfterSales(read: SaleRow, word: string): void {
  if (/^[\s-]*$/.test(word)) return
  if (statusOf(word) === 'cancelled') {
    read.values.status = 'cancelled'
    delete read.unknownStatus
  } else read.afterSales = word
}

function readDay(read: SaleRow, layout: SaleLayout, cell: Cell | undefined, zone: string, now: number): void {
  const time = readTime(cell)
  if (!time.ok) return addSaleProblem(read, layout, 'day', 'notDay', cellText(cell))
  if (time.value === null) return
  // The reader takes São Paulo's clock; the company's own is meant here.
  const wall = wallOf(time.value)
  const isInstant = zoneMinutes(cell) !== null
  const hasTime = isInstant || wall % dayMs !== 0
  const placedAt = isInstant ? time.value : wallToInstant(hasTime ? wall : wall + noonMs, zone)
  if (placedAt > now + dayMs) return addSaleProblem(read, layout, 'day', 'inTheFuture', cellText(cell))
  read.values.placedAt = Math.min(placedAt, now)
  read.values.day = hasTime ? dayInZone(placedAt, zone) : new Date(wall).toISOString().slice(0, 10)
}

/** A charge may be written as a negative amount. */
const withoutSign = (cell: Cell | undefined): Cell | undefined =>
  cell && {
    ...cell,
    text: cellText(cell)
      .replace(/^((?:R\$|BRL)\s*)?[-−–]\s*/, '$1')
      .replace(/[-−–]$/, '')
      .replace(/^\((.*)\)$/, '$1'),
  }

const sheetZone = 'America/Sao_Paulo'
const wallOf = (instant: number) => instant + tzOffset(sheetZone, new Date(instant)) * 60_000

function requireAll(read: SaleRow, layout: SaleLayout): void {
  for (const field of ['day', 'sku', 'quantity', 'unitPrice'] as const) {
    const at = field === 'unitPrice' && layout.places.unitPrice === undefined ? 'rowTotal' : field
    const isBad = read.problems.some((problem) => problem.field === field)
    if (read.values[field] === undefined && !isBad) addSaleProblem(read, layout, at, 'missing', '')
  }
  const { quantity, unitPrice, discount = 0n } = read.values
  if (quantity !== undefined && unitPrice !== undefined && BigInt(quantity) * unitPrice < discount)
    addSaleProblem(read, layout, 'discount', 'negativeTotal', '')
}

export const headingOf = ({ places, headings }: SaleLayout, field: SaleField | ''): string =>
  field === '' ? '' : (headings.find(([place]) => place === places[field])?.[1] ?? '')

export function addSaleProblem(
  row: SaleRow,
  { places, headings }: SaleLayout,
  field: SaleField,
  problem: SheetProblem,
  value: string,
  into = row.problems,
): void {
  const at = places[field]
  into.push({
    field,
    column: headingOf({ places, headings }, field),
    cell: at === undefined ? '' : `${columnLetters(at)}${row.number}`,
    problem,
    value: field === 'customer' ? '' : value.slice(0, maxShownChars),
  })
}

type Package = { row: SheetRow; read: SaleRow; hasParts: boolean; parts: number; held: SaleRow[] }

/**
 * Reads the rows of a sheet in their order. A row under a package without a number and a day belongs to it. So do the sales right below it
 * without a charge of their own, as many as the package states: its charge is shared over them by their value.
 */
export class SaleReader {
  private whole: Package | null = null
  /** The last row with an order's own cells. */
  private above: SheetRow | null = null

  constructor(
    private readonly layout: SaleLayout,
    private readonly zone: string,
    private readonly now: number,
    private readonly unread: UnreadList,
  ) {}

  /** The sales that are known by this row; null for one that is no sale's. */
  take(row: SheetRow): SaleRow[] | null {
    const { day, sku, fee } = this.layout.places
    if (isTotalsRow(row, [day, sku])) {
      this.unread.add({ kind: 'row', name: 'Total', place: row.sheet ?? '' })
      return null
    }
    const note = noteIn(row)
    if (note !== null) {
      this.unread.add({ kind: 'row', name: note, place: row.sheet ?? '' })
      return null
    }
    const isOwn = !this.isUnder(row)
    const continued = isOwn ? this.withOrderAbove(row) : null
    const read = readSaleRow(continued ?? (isOwn ? row : this.withPackage(row)), this.layout, this.zone, this.now)
    if (!read) return null
    if (continued) this.unread.add({ kind: 'continued', name: read.written.code ?? '', place: row.sheet ?? '' })
    else this.above = isOwn && read.written.code !== undefined && !read.isPackage ? row : null
    if (read.isPackage) {
      const before = this.end()
      const parts = Number(/\d+/.exec(read.written.status ?? '')?.[0] ?? 0)
      this.whole = { row, read, hasParts: false, parts, held: [] }
      return before
    }
    const { whole } = this
    if (!whole || !isOwn) return [read]
    if (whole.hasParts || !isEmptyAt(row, fee)) return [...this.end(), read]
    whole.held.push(read)
    return whole.held.length < whole.parts ? [] : this.shared(whole)
  }

  /** The sales that waited for the rest of their package; a package with missing rows is reported with its charge. */
  end(): SaleRow[] {
    const { whole } = this
    this.whole = null
    if (!whole || whole.hasParts) return []
    const { code = '', status = '' } = whole.read.written
    this.unread.add({ kind: 'row', name: code, place: status, cents: chargeOf(whole) })
    return whole.held
  }

  private shared(whole: Package): SaleRow[] {
    const { held } = whole
    const cents = chargeOf(whole)
    const values = held.map(({ values: { unitPrice = 0n, quantity = 0 } }) => unitPrice * BigInt(quantity))
    if (cents === null || values.every((value) => value === 0n)) return this.end()
    this.whole = null
    const size = absolute(cents)
    for (const [at, share] of splitByWeight(size, values).entries()) held[at]!.values.fee = share
    const customer = held.find(({ values: one }) => one.customer)?.values.customer ?? this.customerOf(whole)
    for (const one of held) one.values.customer ??= customer
    return held
  }

  private customerOf({ row }: Package): string | null {
    const at = this.layout.places.customer
    const read = textOf(at === undefined ? undefined : row.cells.get(at), 200)
    return read.ok ? read.value : null
  }

  private withOrderAbove(row: SheetRow): SheetRow | null {
    const { day, code, sku, channel, customer, status, afterSales } = this.layout.places
    const shared = [day, code, channel, customer, status, afterSales]
    return code === undefined ? null : withRowAbove(row, this.above, { empty: [day, code], own: sku, shared })
  }

  private isUnder(row: SheetRow): boolean {
    const { day, code } = this.layout.places
    return this.whole !== null && isEmptyAt(row, day) && isEmptyAt(row, code)
  }

  private withPackage(row: SheetRow): SheetRow {
    const { whole } = this
    if (!whole) return row
    const { day, code, customer, fee } = this.layout.places
    // The whole package's charge stands with its first row.
    const taken = [day, code, customer, ...(whole.hasParts || !isEmptyAt(row, fee) ? [] : [fee])]
    whole.hasParts = true
    const cells = new Map(row.cells)
    for (const at of taken) {
      const cell = at === undefined ? undefined : whole.row.cells.get(at)
      if (at !== undefined && cell) cells.set(at, cell)
    }
    return { ...row, cells }
  }
}

const isEmptyAt = ({ cells }: SheetRow, at: number | undefined) => at === undefined || cellText(cells.get(at)) === ''

function chargeOf({ read: { written } }: Package): bigint | null {
  const cents = written.fee === undefined ? null : readMoney({ kind: 'text', text: written.fee })
  return cents?.ok ? cents.value : null
}
