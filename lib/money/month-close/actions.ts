'use server'

import { memberAction } from '@/lib/identity/auth/define-action'
import { closeMonth, reopenMonth } from './close-month'
import { closeMonthInput, reopenMonthInput } from './schema'

export const closeMonthAction = memberAction(closeMonthInput, closeMonth, {
  name: 'monthClose.close',
  permission: 'reconciliation.decide',
})
/** For owner and admin alone: of the lines of the role table, those of the company's own rules are theirs. */
export const reopenMonthAction = memberAction(reopenMonthInput, reopenMonth, {
  name: 'monthClose.reopen',
  permission: 'organization.edit',
})
