import { can, scopeOf, type Role } from '@/lib/core/permissions'
import { getDestination } from './navigation'
import { mayOpen } from './navigation-rights'

/** Places of the phone's bar, the first that a role may open first. */
const wanted = [
  'dashboard',
  'shopeeCentral',
  'centralBench',
  'companyOrders',
  'shopeeReconciliation',
  'companyExpenses',
] as const
export type PhonePlace = (typeof wanted)[number] | 'notifications'

const PLACES = 3

/**
 * Three places of the role's own day, and the notices. A role that works at dispatch and sees no totals has no sales
 * among them.
 */
export function listPhonePlaces(role: Role): PhonePlace[] {
  const hasTotals = scopeOf(role, 'sales.read') === 'all' || !can(role, 'dispatch.work')
  const own = wanted.filter((place) => mayOpen(role, getDestination(place)) && (place !== 'dashboard' || hasTotals))
  return [...own.slice(0, PLACES), 'notifications']
}
