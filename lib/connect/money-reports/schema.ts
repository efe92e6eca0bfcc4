import { z } from 'zod'
import type { ImportProgress, ImportState, ImportSummary } from '../order-imports/schema'
import type { Unread } from '@/lib/core/sheets/unread'
import type { Day } from '@/lib/core/dates'
import { plainText } from '@/lib/core/text/text'
import type { CellProblemAt } from './row-cells'

export const moneyFileTypes = [
  'income',
  'wallet',
  'returns',
  'advances',
  'affiliates',
  'ads',
  'listings',
  'stats',
  'listingStats',
  'bank',
] as const
export type MoneyFileType = (typeof moneyFileTypes)[number]
/** Those whose rows can move to another shop: the others are of orders and listings of a shop, or of no shop. */
export const movableTypes: readonly MoneyFileType[] = [
  'income',
  'wallet',
  'advances',
  'affiliates',
  'ads',
  'stats',
  'listingStats',
]
/** A bank statement belongs to a legal entity, all else to a shop. */
export type OwnerKind = 'shop' | 'entity'
export type Owner = { id: string; name: string }

export const moneyUploadInput = z.strictObject({
  fileName: plainText({ min: 1, max: 255 }),
  shopId: z.uuid().nullable(),
})
export type MoneyUpload = z.output<typeof moneyUploadInput>

/** `account`: one of the legal entity's bank accounts, or `new`. */
export const chooseOwnerInput = z.object({
  importId: z.uuid(),
  ownerId: z.uuid(),
  account: z
    .string()
    .regex(/^(new|[0-9a-f]{64})$/)
    .optional(),
})
export type ChooseOwnerInput = z.output<typeof chooseOwnerInput>

export const confirmMoneyFileInput = z.object({
  importId: z.uuid(),
  leaveOutBadRows: z.boolean(),
  /** The file looks like another shop's, and is meant for this one. */
  ofOther: z.boolean(),
})
export type ConfirmMoneyFileInput = z.output<typeof confirmMoneyFileInput>
export const moneyFileIdInput = z.object({ importId: z.uuid() })

export type MoneyFileOptions = { ownerId?: string; account?: string; confirmedBy?: string }
/** A bank account by what it is recognized by: the end of its number, where one is known, and its entries here. */
export type BankAccount = { key: string; end: string; from: Day; to: Day; entries: number }

export type MoneyFacts = {
  type: MoneyFileType
  from: Day | null
  to: Day | null
  owner: Owner | null
  /** Whose it looks to be, where that is not the owner that was chosen. */
  looksLike: Owner | null
  /** The owner is unknown, or which of its accounts it is: the person is asked. */
  asks: OwnerKind | 'account' | null
  accounts?: BankAccount[]
  totalCents: string
  /** The sum of the new rows. */
  newCents: string
  /** Codes that no order here has. */
  unknownOrders: number
  /** Rows whose columns do not make their total: what is left is kept as a line of its own. */
  notAddingUp: number
  /** The end of a bank account's number. */
  account: string | null
  /** Entries of a statement that nothing came in by: they are not kept. */
  leftOut?: number
  /** The parts of the file that were not understood or not accepted. */
  unread?: Unread[]
  /** Sums that the file tells of itself and that its rows do not make. */
  checks?: SumCheck[]
}
export const sumNames = [
  'in',
  'out',
  'closing',
  'received',
  'advanced',
  'affiliates',
  'serviceFees',
  'column',
  'count',
  'balanceAfter',
  'balanceMore',
] as const
/** `label`: as the file calls it; of a balance the numbers of the rows before and behind the break. `balanceMore` counts, as `count` does. */
export type SumCheck = { name: (typeof sumNames)[number]; label?: string; saidCents: string; foundCents: string }
export type MoneySummary = Omit<ImportSummary, 'outcomes'> & {
  outcomes?: Partial<Record<MoneyOutcome | 'failed', number>>
  money?: MoneyFacts
  undo?: MoneyUndo
}
/** The taking back of what the file alone brought, by rows. */
export type MoneyUndo = { state: 'running' | 'done' | 'failed'; undone: number; total: number; reference?: string }

export type MoneyOutcome = 'new' | 'changed' | 'same'
/** A listing's field before and after; the price is in cents, null is nothing. */
export type ListingChange = {
  field: 'title' | 'variation' | 'sku' | 'priceCents' | 'platformStock' | 'gtin'
  before: string | null
  after: string | null
}
/** As a row of the preview shows it; `amountCents` is null where the row has none. */
export type ShownRow = {
  row: number
  code: string | null
  day: Day | null
  text: string
  amountCents: string | null
  changes?: ListingChange[]
}
export type PreviewRow = ShownRow & { number: number; outcome: 'new' | 'changed' }
export type FailedMoneyRow = { row: number; key: string; cells: CellProblemAt[] }

export type MoneyFileRun = {
  id: string
  fileName: string
  state: ImportState
  createdAt: Date
  errorCode: string | null
  summary: MoneySummary
  progress: ImportProgress
}
