'use server'

import { memberAction, publicAction } from '../define-action'
import { askReset } from './ask-reset'
import { changePassword } from './change-password'
import { resetPassword } from './reset-password'
import { askResetInput, changePasswordInput, resetPasswordInput } from './schema'

export const askResetAction = publicAction(askResetInput, askReset, { name: 'ask-reset' })
export const resetPasswordAction = publicAction(resetPasswordInput, resetPassword, { name: 'reset-password' })
export const changePasswordAction = memberAction(changePasswordInput, changePassword, {
  name: 'account.changePassword',
  permission: 'ownAccount',
})
