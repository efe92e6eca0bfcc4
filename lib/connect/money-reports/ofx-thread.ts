import { readFile } from 'node:fs/promises'
import { parentPort } from 'node:worker_threads'
import type { Day } from '@/lib/core/dates'
import { SheetRefused } from '@/lib/core/sheets/refusal'
import { readOnRequest } from '@/lib/core/sheets/thread-port'
import type { UnreadOne } from '@/lib/core/sheets/unread'
import { decodeOfx, parseOfx, type OfxAccount, type OfxEntry, type OfxProblem, type OfxStatement } from './ofx'

/** A part of a file's rows on its way out of the thread that reads it. */
export type OfxBatch = {
  account: OfxAccount
  days: Day[]
  rows: (OfxEntry | OfxProblem)[]
  /** Entries without a movement, with the first part of each account. */
  unread: UnreadOne[]
  /** Entries that are not taken, over the whole file: nothing came in by them. */
  leftOut: number
  progress: number
}

type Data = { path: string; batchRows: number; today: Day }

/** Outgoing entries are not used, and many are other people's. */
const cameIn = ({ entries }: OfxStatement) => entries.filter(({ amountCents }) => amountCents > 0n)

/**
 * The statements of a file, in parts that the reader takes one after the other; a statement without rows is one part.
 */
async function* partsOf({ path, batchRows, today }: Data): AsyncGenerator<OfxBatch> {
  const all = parseOfx(decodeOfx(await readFile(path)), today)
  const accounts = all.filter(({ isCard, currency }) => !isCard && currency === null)
  const others = all.filter((one) => !accounts.includes(one))
  if (accounts.length === 0)
    throw others.every(({ isCard }) => isCard)
      ? new SheetRefused('moneyFileIsCardBill')
      : new SheetRefused('moneyFileIsForeign', { currency: others.find(({ currency }) => currency)?.currency ?? '' })
  const leftOut = accounts.reduce((sum, one) => sum + one.entries.length - cameIn(one).length + one.outAhead, 0)
  for (const [index, statement] of accounts.entries()) {
    const { bank, branch, account, from, to } = statement
    const rows = [...cameIn(statement), ...statement.problems].toSorted((a, b) => a.row - b.row)
    const unread = [...idleOf(statement), ...(index === 0 ? others.map(otherOf) : [])]
    for (let at = 0; at === 0 || at < rows.length; at += batchRows)
      yield {
        account: { bank, branch, account },
        days: [from, to].flatMap((day) => day ?? []),
        leftOut,
        rows: rows.slice(at, at + batchRows),
        unread: at === 0 ? unread : [],
        progress: (index + Math.min(1, (at + batchRows) / Math.max(rows.length, 1))) / accounts.length,
      }
  }
}

const idleOf = ({ idle }: OfxStatement): UnreadOne[] =>
  idle.map(({ kind, memo, amountCents, day }) => ({ kind, name: memo, cents: amountCents, sample: day }))

const otherOf = ({ account, isCard, currency, entries }: OfxStatement): UnreadOne => ({
  ...(isCard
    ? { kind: 'account', name: `…${account.slice(-4)}` }
    : { kind: 'currency', name: `${currency} …${account.slice(-4)}` }),
  cents: entries.reduce((sum, { amountCents }) => sum + amountCents, 0n),
})

if (parentPort)
  readOnRequest<Data>(parentPort, async (data, sendPart) => {
    for await (const part of partsOf(data)) await sendPart(part)
  })
