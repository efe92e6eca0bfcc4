import type { ReturnKind, ReturnState } from '../generated/prisma/enums'
import type { ReturnItem } from './items'

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

type Status = { state: ReturnState; platformStatus: string }

/** The report's words for where a return stands, as the API would say it. */
export function readReturnStatus(words: string): Status {
  const text = plain(words)
  if (/cancel|retirad/.test(text)) return { state: 'cancelled', platformStatus: 'CANCELLED' }
  if (/disput|julg|analise|judg/.test(text)) return { state: 'disputed', platformStatus: 'JUDGING' }
  if (/reembolso (conclu|efetu|realiz|pago)|reembolsado|refund (paid|complet)|conclu/.test(text))
    return { state: 'closed', platformStatus: 'ACCEPTED' }
  if (/encerr|fechad|finaliz|closed|recusad|rejeit/.test(text)) return { state: 'closed', platformStatus: 'CLOSED' }
  if (/process|aceit|aprov|accept/.test(text)) return { state: 'accepted', platformStatus: 'PROCESSING' }
  return { state: 'open', platformStatus: 'REQUESTED' }
}

export function readReturnKind({ kind, solution }: Pick<ReturnItem, 'kind' | 'solution'>): ReturnKind {
  const [type, way] = [plain(kind), plain(solution)]
  if (/extravi|perdid|lost/.test(type)) return 'lost'
  if (/falha|insucesso|failed/.test(type)) return 'failed_delivery'
  if (/somente reembolso|apenas reembolso|refund only/.test(type)) return 'refund_only'
  return /devolucao|return/.test(`${type} ${way}`) ? 'with_return' : 'refund_only'
}

/** As write_returns takes it. What the API tells of it later is newer. */
export const returnRow = (item: ReturnItem) => ({
  ...{ number: item.number, code: item.code, kind: readReturnKind(item), ...readReturnStatus(item.status) },
  ...{ reason: item.reason, text: item.text, images: [], refund: item.refundCents, due: null, tracking: null },
  ...{ openedAt: item.openedAt.toISOString(), platformAt: item.openedAt.toISOString() },
  ...{ negotiation: null, offer: null, offersLeft: null, offerDue: null, proof: null, proofDue: null },
  // The report names what was made up for once it was: in the API's words, granted.
  compensation: item.compensationCents ? 'COMPENSATION_ACCEPTED' : null,
  ...{ compensationCents: item.compensationCents, compensationDue: null },
  items: item.lines.map(({ sku: s, title: t, variation: v, quantity: q }, i) => ({
    ...{ item: '', model: '', s, t, v, q, refund: i === 0 ? item.refundCents : 0n },
  })),
})
