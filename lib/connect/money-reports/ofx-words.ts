import { foldText } from '@/lib/core/text/fold-text'
/** The elements of one STMTTRN by their names, as the file has them. */
export type RawEntry = Record<string, string>

const plain = (text: string) =>
  foldText(text)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

/** A balance, with its day, account or part; a payment that merely mentions one names its owner. */
const balance =
  /^(?:\d+ )*(s a l d o|saldos?|sdo|sld|limite|total disponivel|balance|(opening|closing|ledger|available|previous) balance)( (anterior|inicial|final|total|parcial|atual|disp\w*|do|de|da|dia|dias|em|na|no|ao|conta|cta|c c|cc|corrente|poupanca|bloq\w*|apl|aplic\w*|aut|automat\w*|mais|com|p|para|saque|invest\w*|facil|moviment\w*|limite|cheque|especial|devedor|credor|contabil|forward|brought|data|periodo|mes|fechamento|abertura|s|atualiz\w*|diari\w*|liquid\w*|medio|provis\w*|transport\w*|judicial|rende|consolid\w*|projetad\w*|remanescente|vinculad\w*|bruto|credito|reservad\w*|garantid\w*|encerramento|real)\b| \d+)*$/

/** A bank writes its balances among the entries; money moves by none of them. */
export const isBalanceLine = ({ NAME = '', MEMO = '' }: RawEntry): boolean =>
  [NAME, MEMO].some((text) => balance.test(plain(text)))

/** The format's own words, and what banks write instead. */
const out = /^(debit|fee|srvchg|directdebit|check|payment|atm|pos|cash|repeatpmt|d|debito|saida|pagamento)$/
const into = /^(credit|int|div|dep|directdep|c|credito|entrada|deposito)$/
const isOut = ({ TRNTYPE = '' }: RawEntry) => out.test(plain(TRNTYPE))
const isInto = ({ TRNTYPE = '' }: RawEntry) => into.test(plain(TRNTYPE))
const isSigned = ({ TRNAMT = '' }: RawEntry) => /^\s*(?:R\$\s*)?[+\-−(]|[-−DC]\s*$/i.test(TRNAMT)

const isMinus = ({ TRNAMT = '' }: RawEntry) => /^\s*(?:R\$\s*)?[-−(]|[-−D]\s*$/i.test(TRNAMT)

/**
 * By which sign each amount counts. Where no amount of an account has a sign, the types say the direction; null of a type that may be either. A bank
 * that uses no type of one direction can only have signs: what has none came in. A bank whose types and signs agree elsewhere contradicts itself with an
 * outgoing type and no sign: null too.
 */
export function readDirections(entries: readonly RawEntry[]): (1n | -1n | null)[] {
  const moving = entries.filter((one) => !isBalanceLine(one))
  const isTyped = moving.some((one) => isOut(one) || isInto(one))
  if (isTyped && moving.some(isSigned)) {
    const isTrue =
      moving.every((one) => !isInto(one) || !isMinus(one)) && moving.some((one) => isOut(one) && isMinus(one))
    const doubts = isTrue && moving.some(isInto)
    return entries.map((one) => (doubts && isOut(one) && !isSigned(one) ? null : 1n))
  }
  if (!isTyped) return entries.map(() => 1n)
  return entries.map((one) => (isOut(one) ? -1n : isInto(one) ? 1n : null))
}
