'use server'

import { memberAction, publicAction } from '../define-action'
import { passTwoFactor } from './pass'
import { codeInput, identityInput, passInput, turnOffInput } from './schema'
import { confirmTwoFactor, renewRecoveryCodes, startTwoFactor } from './set-up'
import { turnOffTwoFactor } from './turn-off'

const own = 'ownAccount'

export const startTwoFactorAction = memberAction(identityInput, startTwoFactor, {
  name: 'secondStep.start',
  permission: own,
})
export const confirmTwoFactorAction = memberAction(codeInput, confirmTwoFactor, {
  name: 'secondStep.confirm',
  permission: own,
})
export const renewRecoveryCodesAction = memberAction(identityInput, renewRecoveryCodes, {
  name: 'secondStep.renewCodes',
  permission: own,
})
export const turnOffTwoFactorAction = memberAction(turnOffInput, turnOffTwoFactor, {
  name: 'secondStep.turnOff',
  permission: own,
})
export const passTwoFactorAction = publicAction(passInput, passTwoFactor, { name: 'second-step' })
