import type { WalletKind } from '@/lib/generated/prisma/enums'
import { foldText } from '@/lib/core/text/fold-text'

const plain = (text: string) => foldText(text).replace(/\s+/g, ' ').trim()

/** `isKnown`: false where none of the words says what it is; the kind is then the widest that its type allows. */
export type ReportKind = { kind: WalletKind; isKnown: boolean }
const known = (kind: WalletKind): ReportKind => ({ kind, isKnown: true })

/** The platform's words for an early payout, and its own warehouse. */
export const speaksOfAdvance = (words: string): boolean =>
  /acelera|antecip|resgate rapido|fast escrow|early_payout_fee/.test(plain(words))
export const speaksOfFulfilment = (words: string): boolean =>
  /\bfull\b|\bfbs|fulfil|estoque na shopee|armazem|armazenage/.test(plain(words))
const made = /(compensa|indeniz|ressarc|extravi|perdid|lost parcel|avaria|danificad)/
/** A return's report calls what a won dispute brings a compensation, under these words. */
const won = /disputa (bem.sucedida|ganha)/
/** The words of corrections; a further one is reported as unknown, and stays a correction. */
const corrected =
  /(reembols|devolu|estorn|refund|return|frete|shipping|envio|difal|icms|imposto|\btax|taxa|\bfee|comiss|cupom|voucher|moeda|coin|\bfull\b|estoque na shopee|armazen|warehouse|ajuste|adjust|penal|multa|cancel|pedido|order|campanha|pix|promo|\bpeso\b|pesagem|cubagem|dimens|weight|disputa)/

/** The wallet report's word for a movement, its description and its sign. */
export function readReportWords(type: string, description: string, amountCents: bigint): ReportKind {
  const [name, about] = [plain(type), plain(description)]
  const comesIn = amountCents > 0n
  const said = `${name} ${about}`
  if (/^((renda|receita) d[eo] pedidos?|order income|income from orders?|escrow release)/.test(name))
    return known('payout')
  if (/^(saque|retirada|withdraw)/.test(name)) return known(comesIn ? 'withdrawal_returned' : 'withdrawal')
  if (/^pix/.test(name))
    return known(comesIn ? (/(saque|estorn|devol|cancel)/.test(about) ? 'withdrawal_returned' : 'other') : 'withdrawal')
  if (speaksOfAdvance(said)) return known(kindOfAdvance(about, comesIn))
  if (made.test(said) || (comesIn && won.test(said))) return known('compensation')
  if (/(afiliad|affiliate)/.test(said)) return known('affiliate')
  if (/(emprestimo|parcela|seller loan|instalment|credito shopee)/.test(said))
    return known(comesIn ? 'other' : 'loan_instalment')
  if (/(recarga|shopee ads|\bads\b|top.?up|saldo da carteira.*pagamento)/.test(said)) return known('ads_top_up')
  if (/^(ajuste|adjustment|debito|credito)/.test(name))
    return { kind: 'adjustment', isKnown: about === '' || corrected.test(about) }
  if (/^(reembolso|refund)/.test(name)) return known('refund')
  // A charge under its own name corrects what was paid, as one under "Ajuste" does.
  if (/^(correc|cobranca|retencao|imposto|taxa|tarifa)/.test(name) && corrected.test(said)) return known('adjustment')
  if (speaksOfFulfilment(said) || /^(multa|penalidade|penalty)/.test(name)) return known('adjustment')
  return { kind: 'other', isKnown: false }
}

export const kindOfReport = (type: string, description: string, amountCents: bigint): WalletKind =>
  readReportWords(type, description, amountCents).kind

function kindOfAdvance(about: string, comesIn: boolean): WalletKind {
  // A fee that is given back lowers the fees; it pays no order.
  if (/(taxa|tarifa|\bfee\b)/.test(about) && (!comesIn || /(reembols|estorn|devol|refund|revers)/.test(about)))
    return 'early_payout_fee'
  if (!comesIn) return 'early_payout_return'
  return /(restante|remain|segunda|final)/.test(about) ? 'early_payout_rest' : 'early_payout'
}

/** The words of movements of one sort, without the numbers that tell them apart. */
export const wordsOf = (type: string, description: string): string =>
  [type, description.replace(/#?\b(?=\w*\d)\w{4,}\b/g, '…')].filter((text) => text.trim() !== '').join(' · ')

/** A day and eight more, as the platform writes an order's code. */
const code = /(?<![0-9A-Z])(\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])[0-9A-Z]{8})(?![0-9A-Z])/g
const marked = /#\s?([0-9A-Z]{10,20})\b/

/** The order that a description names; null where it names none, or several. */
export function orderIn(description: string): string | null {
  const named = marked.exec(description)?.[1]
  if (named) return named
  const results = new Set([...description.matchAll(code)].flatMap(([, each]) => (/[A-Z]/.test(each!) ? each! : [])))
  return results.size === 1 ? [...results][0]! : null
}
