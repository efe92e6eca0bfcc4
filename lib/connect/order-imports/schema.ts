import { z } from 'zod'
import { plainText } from '@/lib/core/text/text'
import type { CellProblem } from '@/lib/core/sheets/cell-values'
import type { Unread } from '@/lib/core/sheets/unread'

export const importKinds = ['orders', 'catalogue', 'sales', 'money'] as const
export type ImportKind = (typeof importKinds)[number]

export const importStates = ['uploaded', 'checking', 'ready', 'applying', 'done', 'failed', 'cancelled'] as const
export type ImportState = (typeof importStates)[number]
export const runningStates: readonly ImportState[] = ['uploaded', 'checking', 'applying']
export const openStates: readonly ImportState[] = ['uploaded', 'checking', 'ready']

const shopName = plainText({
  min: 1,
  max: 80,
  missing: 'errors.importShopNeeded',
  long: 'errors.importShopNameTooLong',
})

/** The fields of an upload, beside the file itself. */
export const uploadInput = z
  .strictObject({
    fileName: plainText({ min: 1, max: 255 }),
    shopId: z.uuid().nullable(),
    shopName: shopName.nullable(),
  })
  .refine(({ shopId, shopName: name }) => (shopId === null) !== (name === null), {
    error: 'errors.importShopNeeded',
    path: ['shopName'],
  })
export type UploadInput = z.output<typeof uploadInput>

export const confirmImportInput = z.object({
  importId: z.uuid(),
  takeStock: z.boolean(),
  /** Its orders are neither late nor due, no work of the day, and need no month close. */
  isHistory: z.boolean().default(false),
  leaveOutBadRows: z.boolean(),
})
export type ConfirmImportInput = z.input<typeof confirmImportInput>

/** The orders of an import that named the wrong shop, to the right one. */
export const moveImportInput = z.object({ importId: z.uuid(), shopId: z.uuid() })
export type MoveImportInput = z.output<typeof moveImportInput>

export const importIdInput = z.object({ importId: z.uuid() })
export type ImportIdInput = z.output<typeof importIdInput>

/** To another shop of the company. */
export type ImportMove = {
  state: 'running' | 'done' | 'failed'
  shopId: string
  shopName: string
  moved: number
  total: number
  reference?: string
}
/** A part of it has come to the other shop: the rest can go there alone. */
export const isHalfMoved = (move: ImportMove | null | undefined): move is ImportMove =>
  move?.state === 'failed' && move.moved > 0

export type ImportOptions = { shopName?: string; takeStock?: boolean; isHistory?: boolean; leaveOutBadRows?: boolean }

export type UnknownItem = {
  sku: string | null
  title: string
  variation: string | null
  units: number
  revenue: string
}

/** The expected effect of the staged sheet, and later the real one. */
export type ImportSummary = {
  outcomes?: Partial<Record<'new' | 'changed' | 'same' | 'older' | 'api' | 'otherShop' | 'failed', number>>
  rows?: number
  units?: number
  from?: string | null
  to?: string | null
  revenueCents?: string
  badRows?: number
  items?: number
  unknown?: number
  unknownSample?: UnknownItem[]
  statuses?: Record<string, number>
  /** Cells that could not be read, of orders that stand without them. */
  unread?: Unread[]
  result?: { created: number; updated: number; kept: number }
  products?: { state: 'running' | 'done' | 'failed'; created: number; mapped: number; reference?: string }
  move?: ImportMove
  errorValues?: Record<string, string | number>
  /** The log has it beside the cause of a failure that is no fault of the file. */
  reference?: string
}

export type StagedProblem = {
  row: number
  orderCode: string
  cells: { column: string; cell: string; problem: CellProblem; value: string }[]
  values: Record<string, string>
}

export type ImportProgress = {
  state: ImportState
  done: number
  total: number
  /** Seconds left of applying, by the pace so far; null while unknown. */
  secondsLeft: number | null
  productsRunning: boolean
  products: NonNullable<ImportSummary['products']> | null
}
