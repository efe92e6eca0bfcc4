'use server'

import { memberAction } from '@/lib/identity/auth/define-action'
import { dismissFailure, retryFailure } from './answer-failure'
import { failureInput } from './schema'

const permission = 'platform.push'

export const retryFailureAction = memberAction(failureInput, retryFailure, { name: 'syncFailure.retry', permission })
export const dismissFailureAction = memberAction(failureInput, dismissFailure, {
  name: 'syncFailure.dismiss',
  permission,
})
