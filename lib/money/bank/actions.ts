'use server'

import { memberAction } from '@/lib/identity/auth/define-action'
import { matchByHand, unmatchByHand } from './match-by-hand'
import { matchInput, unmatchInput } from './schema'

const permission = 'reconciliation.read'

export const matchWithdrawalAction = memberAction(matchInput, matchByHand, { name: 'bank.match', permission })
export const unmatchWithdrawalAction = memberAction(unmatchInput, unmatchByHand, { name: 'bank.unmatch', permission })
