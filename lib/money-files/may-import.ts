import { scopeOf } from '../auth/permissions'
import type { Actor } from '../db'
import { UserError } from '../errors'

/** Whoever reads the reconciliation without writing (the accountant) brings no files. */
export const mayImportMoney = ({ role }: Pick<Actor, 'role'>): boolean => scopeOf(role, 'reconciliation.read') === 'all'

export function requireMoneyImport(actor: Pick<Actor, 'role'>): void {
  if (!mayImportMoney(actor)) throw new UserError('permissionDenied')
}
