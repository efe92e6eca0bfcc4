'use server'

import { memberAction } from '../define-action'
import { confirmed } from '../confirm-identity'
import { endOthersInput, endOtherSessions, endSession, endSessionInput } from './end-sessions'

export const endSessionAction = memberAction(endSessionInput, confirmed(endSession), {
  name: 'session.end',
  permission: 'ownAccount',
})
export const endOtherSessionsAction = memberAction(endOthersInput, confirmed(endOtherSessions), {
  name: 'session.endOthers',
  permission: 'ownAccount',
})
