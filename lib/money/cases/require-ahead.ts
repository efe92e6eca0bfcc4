import type { Day } from '@/lib/core/dates'
import { UserError } from '@/lib/core/errors'

/** A last day that has passed would lose the case at once. */
export function requireAhead(day: Day | null, today: Day): Day {
  if (!day || day < today) throw new UserError('invalidInput', { fields: { deadline: ['cases.fields.deadlinePast'] } })
  return day
}
