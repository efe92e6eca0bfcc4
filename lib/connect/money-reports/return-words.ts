import type { ReturnKind, ReturnState } from '@/lib/generated/prisma/enums'
import type { ReturnItem } from './items'
import { foldText } from '@/lib/core/text/fold-text'

/** `isKnown`: false where the words are none that we know; they are kept as they stand, and the return stays open. */
type Status = { state: ReturnState; platformStatus: string; isKnown: boolean }
const known = (state: ReturnState, platformStatus: string): Status => ({ state, platformStatus, isKnown: true })

/** A request that the seller or the platform turned down. */
const refused =
  /(devoluc|reembols|solicitac|pedido|return|refund|request).*\b(nao|not) (aceit|aprov|autoriz|accept|approv)/

/** The goods are on their way back or have come, or the buyer is asked to send them; the money is still to be paid. */
const onTheWay =
  /em transito|a caminho|in transit|returning|(devolucao|produto|pacote|return) .*(recebid|received)|devolvid[oa] (ao vendedor|para o vendedor)|returned to (the )?(seller|warehouse)|(aguard\w*|em) .*(valida|inspe|confer)|(aguard|await|waiting).*(envio|postagem|comprador|shipment|buyer|reembols|refund)/

/** The report's words for where a return stands, as the API would say it. */
export function readReturnStatus(words: string): Status {
  const text = foldText(words)
  if (refused.test(text)) return known('closed', 'CLOSED')
  // A negated phrase is none of the words below.
  if (/\b(nao|not)\b/.test(text)) return asWritten(words)
  const isDispute = /disput|contest|mediac|julg|analise|judg|apela|recurso/.test(text)
  const isOver = /resolvid|conclu|encerr|finaliz|fechad|bem.sucedida|closed|resolved|complet/.test(text)
  if (/cancelamento (recusad|rejeitad|negad)/.test(text)) return asWritten(words)
  if (/cancel|retirad|withdrawn/.test(text)) return known('cancelled', 'CANCELLED')
  if (isDispute) return isOver ? known('closed', 'CLOSED') : known('disputed', 'JUDGING')
  if (/reembolso( \w+)? (efetu|realiz|pago)|reembolsad|refund (paid|complet)|refunded|conclu/.test(text))
    return known('closed', 'ACCEPTED')
  if (/encerr|fechad|finaliz|closed|recusad|rejeit|reject|negad|resolvid|expirad|expired/.test(text))
    return known('closed', 'CLOSED')
  if (/process|aceit|aprov|accept|andamento|in progress/.test(text)) return known('accepted', 'PROCESSING')
  if (
    /solicitad|solicitac|requested|em aberto|abert|pendente|pending|(aguard|await|waiting).*(vendedor|seller)/.test(
      text,
    )
  )
    return known('open', 'REQUESTED')
  if (onTheWay.test(text)) return known('accepted', 'PROCESSING')
  return asWritten(words)
}

const asWritten = (words: string): Status => ({
  state: 'open',
  platformStatus: words.slice(0, 100),
  isKnown: words.trim() === '',
})

/**
 * The progress of a return by each word: a report of an earlier week takes nothing back. An unknown word is later than
 * none.
 */
const order = ['REQUESTED', '', 'PROCESSING', 'JUDGING', 'CLOSED', 'CANCELLED', 'ACCEPTED']
const rankOf = (status: string) => {
  const at = order.indexOf(status)
  return at === -1 ? 1 : at
}

/** By the report's own word. */
export const returnRank = (words: string): number => rankOf(readReturnStatus(words).platformStatus)

const blank = (text: string) => /^[\s-]*$/.test(text)

/**
 * `unknown`: the report's unknown words for the return's kind; where no other word says more, the return is of the
 * money alone.
 */
export function readReturnKind({ kind, solution }: Pick<ReturnItem, 'kind' | 'solution'>): {
  kind: ReturnKind
  unknown: { field: 'kind' | 'solution'; word: string }[]
} {
  const [type, way] = [foldText(kind), foldText(solution)]
  const isKnown = (text: string) =>
    blank(text) ||
    /extravi|perdid|lost|falha|insucesso|malsucedida|failed|reembols|refund|devolu|devolv|return/.test(text)
  const unknown = [
    ...(isKnown(type) ? [] : [{ field: 'kind' as const, word: kind }]),
    ...(isKnown(way) ? [] : [{ field: 'solution' as const, word: solution }]),
  ]
  if (/extravi|perdid|lost/.test(type)) return { kind: 'lost', unknown }
  if (/falha|insucesso|malsucedida|failed/.test(type)) return { kind: 'failed_delivery', unknown }
  if (/somente reembolso|apenas reembolso|sem .{0,30}devolu|refund only|without return/.test(`${type} ${way}`))
    return { kind: 'refund_only', unknown }
  return { kind: /devolu|devolv|return/.test(`${type} ${way}`) ? 'with_return' : 'refund_only', unknown }
}

/** As write_returns takes it. Later data of the API is newer. */
export const returnRow = (item: ReturnItem) => ({
  number: item.number,
  code: item.code,
  kind: readReturnKind(item).kind,
  fromFile: true,
  state: readReturnStatus(item.status).state,
  platformStatus: readReturnStatus(item.status).platformStatus || 'REQUESTED',
  reason: item.reason,
  text: item.text,
  images: [],
  refund: item.refundCents,
  refundStatus:
    item.refundState === undefined ? null : readReturnStatus(item.refundState).platformStatus || 'REQUESTED',
  tracking: null,
  due: item.dueAt?.toISOString() ?? null,
  openedAt: item.openedAt.toISOString(),
  platformAt: item.openedAt.toISOString(),
  negotiation: null,
  offer: null,
  offersLeft: null,
  offerDue: null,
  proof: null,
  proofDue: null,
  // The report names what was made up for once it was: in the API's words, granted.
  compensation: item.compensationCents ? 'COMPENSATION_ACCEPTED' : null,
  compensationCents: item.compensationCents,
  compensationDue: null,
  // Wherever its rows stand in the sheet, they are the same lines.
  items: item.lines
    .toSorted((a, b) => (lineText(a) < lineText(b) ? -1 : 1))
    .map(({ sku: s, title: t, variation: v, quantity: q }, i) => ({
      item: '',
      model: '',
      s,
      t,
      v,
      q,
      refund: i === 0 || item.refundCents === null ? item.refundCents : 0n,
    })),
})
export const lineText = (line: ReturnItem['lines'][number]) =>
  JSON.stringify([line.sku, line.title, line.variation, line.quantity])

/** Cents as a staged row has them. */
const sizeOf = (cents: number) => (cents < 0 ? -cents : cents)

type Row = ReturnType<typeof returnRow>
/** The stored state of a return from an earlier report. */
export type ReportedReturn = Pick<
  Row,
  'number' | 'kind' | 'state' | 'platformStatus' | 'reason' | 'text' | 'due' | 'refundStatus'
> & {
  refund: number | null
  compensationCents: number | null
}

/** The refund that a return's own state gives, and not an earlier one. */
const ownRefund = ({ refund, refundStatus }: ReportedReturn) => (refundStatus === null ? refund : null)

const textOf = (one: ReportedReturn) => {
  const refund = ownRefund(one)
  const { due, platformStatus, kind, reason, text } = one
  return `${refund === null ? '' : String(sizeOf(refund)).padStart(18, '0')} ${JSON.stringify([due ?? '', platformStatus, kind, reason, text])}`
}

type Refund = Pick<ReportedReturn, 'refund' | 'refundStatus'>
/** The refund of the further state, and in one state the greater. */
function furtherRefund(before: ReportedReturn, now: ReportedReturn): { refund: number; status: string } | null {
  const refunds = [before, now].flatMap(({ refund, refundStatus, platformStatus }) =>
    refund === null ? [] : [{ refund, status: refundStatus ?? platformStatus }],
  )
  const [one, other] = refunds
  if (!one || !other) return one ?? null
  const [was, is] = [rankOf(one.status), rankOf(other.status)]
  return is > was || (is === was && sizeOf(other.refund) > sizeOf(one.refund)) ? other : one
}

/**
 * The change that a report makes to a stored return; null where it is the same. The fuller report stands, in any order:
 * the further state, and in one state the greater refund, then the later deadline. Where that gives no refund, the furthest
 * that gives one has it; a compensation is never taken back.
 */
export function followReturn<T extends { [K in keyof Row]: unknown }>(before: ReportedReturn, row: T): T | null {
  const reported = row as unknown as ReportedReturn & T
  const [was, is] = [rankOf(before.platformStatus), rankOf(reported.platformStatus)]
  const isFurther = is > was || (is === was && textOf(reported) > textOf(before))
  const [madeBefore, madeNow] = [sizeOf(before.compensationCents ?? 0), sizeOf(reported.compensationCents ?? 0)]
  const isMore = madeNow > madeBefore
  const made = isMore ? madeNow : madeBefore
  const compensation = made > 0 ? { compensation: 'COMPENSATION_ACCEPTED', compensationCents: made } : {}
  const stands = isFurther ? reported : before
  const { kind, state, platformStatus, reason, text: note, due } = stands
  const { refund, refundStatus } = refundOf(stands, furtherRefund(before, reported))
  if (!isFurther && !isMore && refund === before.refund && refundStatus === before.refundStatus) return null
  // The stored items stay where the report brings nothing to them.
  const items = isFurther || refund !== before.refund ? withRefund(reported.items as Items, refund) : []
  return { ...row, kind, state, platformStatus, reason, text: note, refund, refundStatus, due, items, ...compensation }
}

type Items = readonly { refund: unknown }[]
/** The first item stands for the whole return's refund. */
const withRefund = (items: Items, refund: number | null): Items =>
  items.map((item, at) => (at === 0 ? { ...item, refund } : item))

function refundOf(stands: ReportedReturn, furthest: { refund: number; status: string } | null): Refund {
  const own = ownRefund(stands)
  if (own !== null) return { refund: own, refundStatus: null }
  return furthest ? { refund: furthest.refund, refundStatus: furthest.status } : { refund: null, refundStatus: null }
}
