import 'server-only'
import type { Db } from '@/lib/core/db'
import { localDay } from '@/lib/core/dates'
import { storedJson } from '@/lib/core/stored-json'
import type { NumberedMovement } from './number-movements'

export type WalletOutcome = 'new' | 'changed' | 'same'
export type WrittenWallet = { created: number; updated: number; kept: number }

const MAX_TEXT = 500
const cut = (text: string | null, length = MAX_TEXT) => text?.slice(0, length) ?? null

/** As write_wallet and judge_wallet take them, but for their number among those that go together. */
export const walletRows = (movements: readonly NumberedMovement[], timeZone: string) =>
  movements.map((one) => ({
    minute: one.minute,
    at: one.at,
    day: localDay(one.at, timeZone),
    amount: one.amountCents,
    balance: one.balanceCents,
    nth: one.nth,
    place: one.place,
    kind: one.kind,
    type: cut(one.type, 100),
    status: cut(one.status, 100),
    code: cut(one.orderCode, 40),
    refund: cut(one.refundNumber, 40),
    withdrawal: cut(one.withdrawalId, 40),
    fee: one.feeCents,
    reason: cut(one.reason),
    description: cut(one.description),
    source: one.source,
  }))

export type StoredMovement = ReturnType<typeof walletRows>[number]
const counted = (rows: readonly StoredMovement[]) => storedJson(rows.map((row, n) => ({ ...row, n })))

/** The one writer of the wallet, for the API and for reports. In the caller's transaction; orders that are named are looked at again. */
export async function writeWallet(db: Db, shopId: string, rows: readonly StoredMovement[]): Promise<WrittenWallet> {
  const [row] = await db.$queryRaw<[WrittenWallet]>`
    SELECT * FROM write_wallet(${shopId}::uuid, ${counted(rows)}::jsonb)`
  return row
}

/** The effect of writing each of them. */
export async function judgeWallet(db: Db, shopId: string, rows: readonly StoredMovement[]): Promise<WalletOutcome[]> {
  const judged = await db.$queryRaw<{ outcome: WalletOutcome }[]>`
    SELECT outcome FROM judge_wallet(${shopId}::uuid, ${counted(rows)}::jsonb) ORDER BY n`
  return judged.map(({ outcome }) => outcome)
}
