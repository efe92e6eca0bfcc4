'use server'

import { memberAction } from '@/lib/identity/auth/define-action'
import { answerReturn, getDisputeReasons } from '@/lib/connect/sync/answer-return'
import { findReturn, receiveReturn } from './receive-return'
import { answerReturnInput, findReturnInput, listDisputeReasonsInput, receiveReturnInput } from './schema'

const permission = 'dispatch.work'

export const findReturnAction = memberAction(findReturnInput, findReturn, { name: 'return.find', permission })
export const receiveReturnAction = memberAction(receiveReturnInput, receiveReturn, {
  name: 'return.receive',
  permission,
})
export const answerReturnAction = memberAction(answerReturnInput, answerReturn, {
  name: 'return.answer',
  permission: 'order.cancelPaid',
})
export const listDisputeReasonsAction = memberAction(listDisputeReasonsInput, getDisputeReasons, {
  name: 'return.disputeReasons',
  permission: 'order.cancelPaid',
})
