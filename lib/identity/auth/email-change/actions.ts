'use server'

import { memberAction, publicAction } from '../define-action'
import { requestEmailChange, cancelEmailChange, resendEmailChange } from './request-change'
import { confirmEmailChange } from './confirm-change'
import { requestEmailChangeInput, confirmEmailChangeInput, nothingInput } from './schema'

export const requestEmailChangeAction = memberAction(requestEmailChangeInput, requestEmailChange, {
  name: 'account.askEmailChange',
  permission: 'ownAccount',
})
export const resendEmailChangeAction = memberAction(nothingInput, resendEmailChange, {
  name: 'account.resendEmailChange',
  permission: 'ownAccount',
})
export const cancelEmailChangeAction = memberAction(nothingInput, cancelEmailChange, {
  name: 'account.cancelEmailChange',
  permission: 'ownAccount',
})
export const confirmEmailChangeAction = publicAction(confirmEmailChangeInput, confirmEmailChange, {
  name: 'confirm-email-change',
})
