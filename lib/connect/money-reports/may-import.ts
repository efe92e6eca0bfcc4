import { can, scopeOf } from '@/lib/core/permissions'
import type { Actor } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import type { MoneyFileType } from './schema'

/** A role that reads the reconciliation without writing (the accountant) imports no files. */
export const mayImportMoney = ({ role }: Pick<Actor, 'role'>): boolean => scopeOf(role, 'reconciliation.read') === 'all'

export function requireMoneyImport(actor: Pick<Actor, 'role'>): void {
  if (!mayImportMoney(actor)) throw new UserError('permissionDenied')
}

/**
 * A file of listings makes them, and maps those under the SKU of a product: its confirmation needs the right to map
 * listings. Throws `moneyFileNeedsMapping`.
 */
export function requireTypeImport({ role }: Pick<Actor, 'role'>, type: MoneyFileType): void {
  if (type === 'listings' && !can(role, 'listing.map')) throw new UserError('moneyFileNeedsMapping')
}
