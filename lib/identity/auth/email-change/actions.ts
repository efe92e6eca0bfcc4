'use server'

import { memberAction, publicAction } from '../define-action'
import { askEmailChange, cancelEmailChange, resendEmailChange } from './ask-change'
import { confirmEmailChange } from './confirm-change'
import { askEmailChangeInput, confirmEmailChangeInput, nothingInput } from './schema'

export const askEmailChangeAction = memberAction(askEmailChangeInput, askEmailChange, {
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
