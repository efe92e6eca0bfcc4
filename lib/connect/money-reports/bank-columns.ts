import { foldHeading } from '@/lib/core/sheets/heading-names'

export type Headings = ReadonlyMap<number, string>
export type BankPlaces = {
  at: number
  texts: number[]
  amount?: number
  moneyIn?: number
  moneyOut?: number
  direction?: number
  /** A column in which only some words say a direction. */
  kind?: number
  id?: number
  balance?: number
}

const words = {
  at: /^(data|date|dia)\b|^data_mov|^release_date$/,
  balance: /\bsaldos?\b|balance\b|_balance$/,
  direction:
    /^(deb_?cred|d ?\/ ?c|c ?\/ ?d|(debito|credito|entrada|saida) ?\/ ?(debito|credito|entrada|saida)|inf\.?|tipo( de)? (lancamento|movimento))$/,
  kind: /^(tipo|natureza|operacao)$/,
  moneyIn: /^(creditos?|entradas?|credits?|money in)\b/,
  moneyOut: /^(debitos?|saidas?|debits?|money out)\b/,
  amount: /^(valor|amount)\b|^transaction_net_amount$/,
  id: /^(identificador|reference_id|txid|id d[ao] (transac|operac|moviment|lancament)\w*)$/,
  text: /histor|descri|lancamento|detalhe|titulo|transaction_type|memo\b|complemento|favorecido/,
} as const
type Word = keyof typeof words
const columnOrder = Object.keys(words) as Word[]

/** A bill of a card writes what was bought without a minus: read as an account's, it would have come in. */
const ofCard = /parcela|\bcartao\b|\bcard\b|\bfatura\b|^titular/

/** The day on which a bank books an entry in its own accounts. */
const ofAccount = /balancete/

/**
 * Where the columns of an account's statement stand; null where they do not say in which direction money moved, or may be a card's. A balance, the bank's own
 * number of an entry, a column of directions or one for each of them is what an account's statement has and a card's bill has not.
 */
export function bankPlaces(headings: Headings): BankPlaces | null {
  const found: Partial<Record<Word, number>> = {}
  const texts: number[] = []
  for (const [at, heading] of [...headings].toSorted(([a], [b]) => a - b)) {
    const name = foldHeading(heading)
    if (ofCard.test(name)) return null
    const word = columnOrder.find((one) => words[one].test(name))
    if (word === 'text') texts.push(at)
    else if (word) found[word] ??= at
  }
  const { at, amount, moneyIn, moneyOut, direction, kind, id, balance } = found
  const hasAmount = amount !== undefined || (moneyIn !== undefined && moneyOut !== undefined)
  const isAccount =
    [moneyOut, direction, id, balance].some((place) => place !== undefined) ||
    [...headings.values()].some((heading) => ofAccount.test(foldHeading(heading)))
  if (at === undefined || texts.length === 0 || !hasAmount || !isAccount) return null
  return {
    at,
    texts,
    ...(amount === undefined ? { moneyIn: moneyIn!, moneyOut: moneyOut! } : { amount }),
    ...(direction !== undefined && { direction }),
    ...(kind !== undefined && { kind }),
    ...(id !== undefined && { id }),
    ...(balance !== undefined && { balance }),
  }
}

/** Columns that a statement has beside these, and of which nothing is needed. */
const spare =
  /^(data|date|dia)\b|^(ag|agencia|ag\.?\/origem|conta|banco|docto\.?|documento|n[or]?_?doc\w*|(numero|no) (do |de )?documento|dependencia origem|categoria|codigo|situacao|moeda|hora)$/
export const isSpareBankColumn = (heading: string): boolean => spare.test(foldHeading(heading))
