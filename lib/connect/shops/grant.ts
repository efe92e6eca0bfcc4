export type ShopStatus = 'pending' | 'active' | 'expired'

/** From so many days before its end on a grant may be renewed, and is warned of. */
export const warnedDays = [30, 7, 1] as const
const dayMs = 86_400_000

/** Whole days left of a grant, the one under way included; 0 when it has ended. */
export const daysLeft = (grantEndsAt: Date, now: Date): number =>
  Math.max(0, Math.ceil((grantEndsAt.getTime() - now.getTime()) / dayMs))

type Grant = { status: ShopStatus; grantEndsAt: Date | null }

/** How near the end is: the smallest of the warned spans that it lies within; null while it is far. */
export function grantWarning({ status, grantEndsAt }: Grant, now: Date): (typeof warnedDays)[number] | null {
  if (status !== 'active' || !grantEndsAt) return null
  const days = daysLeft(grantEndsAt, now)
  return warnedDays.findLast((span) => days <= span) ?? null
}

/** A shop can be authorized again when it is not active, or when its grant is near its end. */
export const mayAuthorize = (grant: Grant, now: Date): boolean =>
  grant.status !== 'active' || grantWarning(grant, now) !== null
