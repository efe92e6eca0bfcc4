'use server'

import { memberAction, publicAction } from '../define-action'
import { requestReset } from './request-reset'
import { changePassword } from './change-password'
import { resetPassword } from './reset-password'
import { requestResetInput, changePasswordInput, resetPasswordInput } from './schema'

export const requestResetAction = publicAction(requestResetInput, requestReset, { name: 'ask-reset' })
export const resetPasswordAction = publicAction(resetPasswordInput, resetPassword, { name: 'reset-password' })
export const changePasswordAction = memberAction(changePasswordInput, changePassword, {
  name: 'account.changePassword',
  permission: 'ownAccount',
})
