import { foldHeading } from '@/lib/core/sheets/heading-names'
import type { SheetRow } from '@/lib/core/sheets/sheet-reader'
import { isBalanceLine } from './ofx-words'

export type Headings = ReadonlyMap<number, string>
export type BankPlaces = {
  at: number
  texts: number[]
  /** They name an entry whose own texts are empty. */
  others: number[]
  amount?: number
  moneyIn?: number
  moneyOut?: number
  direction?: number
  /** A column in which only some words say a direction. */
  kind?: number
  id?: number
  balance?: number
  currency?: number
  state?: number
}

const words = {
  at: /^(data|date|dia)\b|^data_mov|^release_date$/,
  balance: /^(?!.*\b(antes|anterior|inicial)\b).*(\bsaldos?\b|balance\b|_balance$)/,
  direction:
    /^(deb_?cred|d ?\/ ?c|c ?\/ ?d|(debito|credito|entrada|saida) ?\/ ?(debito|credito|entrada|saida)|inf\.?|tipo( de)? (lancamento|movimento))$/,
  said: /^(tipo( d[ae])? (transacao|movimentacao)|movimentacao)$/,
  kind: /^(tipo|natureza|operacao)$/,
  moneyIn: /^(creditos?|entradas?|credits?|money in)\b/,
  moneyOut: /^(debitos?|saidas?|debits?|money out)\b/,
  amount: /^(valor|amount)\b|^transaction_net_amount$/,
  currency: /^(moeda|currency)$/,
  state: /^(situacao|status|estado)\b/,
  id: /^(identificador|reference_id|txid|(id|codigo) d[ao] (transac|operac|moviment|lancament)\w*)$/,
  text: /histor|descri|lancamento|detalhe|titulo|transaction_type|memo\b|complemento|favorecido/,
  other: /^(transacao|identificacao|origem|origem ?\/ ?destino)$/,
} as const
type Word = keyof typeof words
const columnOrder = Object.keys(words) as Word[]

/** A bill of a card writes what was bought without a minus: read as an account's, it would have come in. */
const ofCard = /parcela|\bcartao\b|\bcard\b|\bfatura\b|^titular/

/** The day on which a bank books an entry in its own accounts, and the other side of a transfer. */
const ofAccount = /balancete|^origem ?\/ ?destino$/

/**
 * Where the columns of an account's statement stand; null where they do not say in which direction money moved, or may be a card's. A balance, the bank's own
 * number of an entry, a column of directions or one for each of them is what an account's statement has and a card's bill has not; so are its rows,
 * as `isByRows` says.
 */
export function bankPlaces(headings: Headings, isByRows = false): BankPlaces | null {
  const found: Partial<Record<Word, number>> = {}
  const texts: number[] = []
  const others: number[] = []
  for (const [at, heading] of [...headings].toSorted(([a], [b]) => a - b)) {
    const name = foldHeading(heading)
    if (ofCard.test(name)) return null
    const word = columnOrder.find((one) => words[one].test(name))
    if (word === 'text') texts.push(at)
    else if (word === 'other' || word === 'kind') others.push(at)
    if (word) found[word] ??= at
  }
  const { at, amount, moneyIn, moneyOut, said, id, balance } = found
  const hasAmount = amount !== undefined || (moneyIn !== undefined && moneyOut !== undefined)
  const isAccount =
    isByRows ||
    [moneyOut, found.direction, id, balance].some((place) => place !== undefined) ||
    [...headings.values()].some((heading) => ofAccount.test(foldHeading(heading)))
  // Where nothing else says that it is an account's, each entry has to say its direction there.
  const direction = found.direction ?? (isAccount ? undefined : said)
  const kind = said ?? found.kind
  if (at === undefined || texts.length + others.length === 0 || !hasAmount) return null
  if (!isAccount && direction === undefined) return null
  return {
    at,
    texts: texts.length > 0 ? texts : others,
    others,
    ...(amount === undefined ? { moneyIn: moneyIn!, moneyOut: moneyOut! } : { amount }),
    ...(direction !== undefined && { direction }),
    ...(kind !== undefined && { kind }),
    ...(id !== undefined && { id }),
    ...(balance !== undefined && { balance }),
    ...(found.currency !== undefined && { currency: found.currency }),
    ...(found.state !== undefined && { state: found.state }),
  }
}

/** The letter behind an amount that says its direction: C for what came in, D for what went out. */
export const letterBehind = (text: string): [amount: string, letter: 'C' | 'D'] | null => {
  const [, amount, letter] = /^((?:R\$)?[\s\d.,]*\d,\d\d)\s*([CD])$/i.exec(text) ?? []
  return amount === undefined || letter === undefined ? null : [amount, letter.toUpperCase() as 'C' | 'D']
}

/** Whether rows are an account's: a letter behind an amount says its direction, or a row is a balance. */
export const isOfAccount = (rows: readonly SheetRow[]): boolean =>
  rows.some(({ cells }) =>
    [...cells.values()].some(
      ({ text }) => letterBehind(text.trim()) !== null || (text.trim() !== '' && isBalanceLine({ NAME: text })),
    ),
  )

/** Columns that a statement has beside these, and of which nothing is needed. */
const spare =
  /^(data|date|dia)\b|^(ag|agencia|ag\.?\/origem|conta|banco|docto\.?|dcto\.?|documento|n[or]?_?doc\w*|(numero|no) (do |de )?documento|dependencia origem|categoria|codigo|situacao|moeda|hora|horario|nosso numero|forma de pagamento|saldo (antes|anterior)|(origem|destino)( (documento|instituicao|agencia|conta))?)$/
export const isSpareBankColumn = (heading: string): boolean => spare.test(foldHeading(heading))
