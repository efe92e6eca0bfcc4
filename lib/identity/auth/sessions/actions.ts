'use server'

import { z } from 'zod'
import { memberAction } from '../define-action'
import { endOtherSessions, endSession, endSessionInput } from './end-sessions'

export const endSessionAction = memberAction(endSessionInput, endSession, {
  name: 'session.end',
  permission: 'ownAccount',
})
export const endOtherSessionsAction = memberAction(z.object({}), endOtherSessions, {
  name: 'session.endOthers',
  permission: 'ownAccount',
})
