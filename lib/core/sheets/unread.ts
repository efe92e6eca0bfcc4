import type { OrderStatus } from '@/lib/generated/prisma/enums'
import { cutText } from '../text/text'

/** Kinds of faults in a file, with their reasons: each is reported to the uploader, and nothing is guessed. */
export const unreadKinds = [
  'dayFirst',
  'monthFirst',
  'lacks',
  'sheet',
  'column',
  'word',
  'cell',
  'row',
  'repeat',
  'alike',
  'older',
  'kept',
  'onceWith',
  'otherAccount',
  'soldHere',
  'soldBeside',
  'cancelled',
  'returned',
  'balance',
  'future',
  'account',
  'currency',
  'notMoved',
  'pending',
  'correction',
  'hidden',
  'hiddenRead',
  'hiddenOrders',
  'differs',
  'overlap',
  'subtotal',
  'short',
  'oddCode',
  'continued',
  'systemId',
] as const
export type UnreadKind = (typeof unreadKinds)[number]
/** The consequence of a column that a sheet lacks. */
export const followings = [
  'unmapped',
  'feesEstimated',
  'totalOfItems',
  'notCounted',
  'noPaidTime',
  'noOrders',
  'noDay',
  'returnsOpen',
  'salesOver',
  'rowsApart',
] as const
export type Follows = (typeof followings)[number]
export type Unread = {
  kind: UnreadKind
  name: string
  /** The sheet or the column in which it stands; empty where there is one alone. */
  place: string
  count: number
  /** The amount, where it is money. */
  cents: string | null
  /** One of them, as it is written. */
  sample: string
  /** The status that an order has instead of an unknown one. */
  becomes?: OrderStatus
  follows?: Follows
}
export type UnreadOne = {
  kind: UnreadKind
  name: string
  place?: string | undefined
  cents?: bigint | null
  sample?: string
  becomes?: OrderStatus | undefined
  follows?: Follows | undefined
}

/** The count of a sheet is the number of its rows. */
export const isRows = ({ kind }: Pick<Unread, 'kind'>): boolean => kind === 'sheet' || kind === 'hidden'

const mostKept = 100
/** The limit for one kind, so that many duplicate rows leave room for the names of columns. */
const mostOfKind = 40
const nameChars = 80

/** A hostile file keeps a hundred names; the others are counted together by their kind, without one. */
export class UnreadList {
  private readonly known = new Map<string, { one: Unread; cents: bigint | null }>()
  private readonly ofKind = new Map<UnreadKind, number>()

  add({ kind, name, place = '', cents = null, sample = '', becomes, follows }: UnreadOne, count = 1): void {
    const short = cutText(name.replace(/\s+/g, ' ').trim(), nameChars)
    const kept = this.ofKind.get(kind) ?? 0
    const own = [kind, place, short, ...(becomes ? [becomes] : [])].join('|')
    const full = (this.known.size >= mostKept || kept >= mostOfKind) && !this.known.has(own)
    const key = full ? `${kind}||` : own
    const before = this.known.get(key)
    if (before) {
      before.one.count += count
      if (cents !== null) before.cents = (before.cents ?? 0n) + cents
      return
    }
    this.ofKind.set(kind, kept + 1)
    const one = { kind, name: full ? '' : short, place: full ? '' : cutText(place, nameChars), count, cents: null }
    const more = {
      sample: full ? '' : cutText(sample, nameChars),
      ...(becomes && !full && { becomes }),
      ...(follows && !full && { follows }),
    }
    this.known.set(key, { one: { ...one, ...more }, cents })
  }

  /** The entries of another list, as a thread sends it. */
  addAll(list: readonly Unread[]): void {
    for (const { count, cents, ...one } of list)
      this.add({ ...one, cents: cents === null ? null : BigInt(cents) }, count)
  }

  list(): Unread[] {
    const rank = ({ kind }: Unread) => unreadKinds.indexOf(kind)
    return [...this.known.values()]
      .map(({ one, cents }) => ({ ...one, cents: cents === null ? null : String(cents) }))
      .toSorted((a, b) => rank(a) - rank(b) || (a.place + a.name < b.place + b.name ? -1 : 1))
  }
}
