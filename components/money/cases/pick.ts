import type { DifferencePick } from '@/lib/money/cases/picks'
import type { DiscrepancyCause } from '@/lib/generated/prisma/enums'

export type Claimable = DifferencePick & { cause: DiscrepancyCause }
export const isClaimable = (pick: DifferencePick): pick is Claimable => pick.cause !== null && pick.refusal === null

/** `cents`: what is missing; negative: what was paid too much. */
export type PickGroup = { shopName: string; cause: DiscrepancyCause; picks: Claimable[]; cents: bigint }

/** Neither an unconfirmed rule nor a surplus stands in the way of accepting: nothing is asked for. */
export const isAcceptable = (pick: DifferencePick): pick is Claimable =>
  pick.cause !== null && (pick.refusal === null || pick.refusal === 'unconfirmed' || pick.refusal === 'surplus')

/** Groups of one case each: the same shop and cause, overpaid ones apart. The largest first. */
export function groupPicks(
  picks: readonly DifferencePick[],
  isChosen: (pick: DifferencePick) => pick is Claimable = isClaimable,
): PickGroup[] {
  const groups = new Map<string, PickGroup>()
  for (const pick of picks.filter(isChosen)) {
    const key = `${pick.shopId} ${pick.cause} ${pick.amountCents > 0n}`
    const group = groups.get(key) ?? { shopName: pick.shopName, cause: pick.cause, picks: [], cents: 0n }
    groups.set(key, { ...group, picks: [...group.picks, pick], cents: group.cents + pick.amountCents })
  }
  return [...groups.values()].toSorted((a, b) => (a.cents < b.cents ? 1 : a.cents > b.cents ? -1 : 0))
}
