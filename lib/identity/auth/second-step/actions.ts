'use server'

import { memberAction, publicAction } from '../define-action'
import { passSecondStep } from './pass'
import { codeInput, identityInput, passInput, turnOffInput } from './schema'
import { confirmSecondStep, renewRecoveryCodes, startSecondStep } from './set-up'
import { turnOffSecondStep } from './turn-off'

const own = 'ownAccount'

export const startSecondStepAction = memberAction(identityInput, startSecondStep, {
  name: 'secondStep.start',
  permission: own,
})
export const confirmSecondStepAction = memberAction(codeInput, confirmSecondStep, {
  name: 'secondStep.confirm',
  permission: own,
})
export const renewRecoveryCodesAction = memberAction(identityInput, renewRecoveryCodes, {
  name: 'secondStep.renewCodes',
  permission: own,
})
export const turnOffSecondStepAction = memberAction(turnOffInput, turnOffSecondStep, {
  name: 'secondStep.turnOff',
  permission: own,
})
export const passSecondStepAction = publicAction(passInput, passSecondStep, { name: 'second-step' })
