'use server'

import { memberAction } from '../auth/define-action'
import { takeAlongInput } from './schema'
import { takeAlong } from './take-along'

export const takeAlongAction = memberAction(takeAlongInput, takeAlong, {
  name: 'organization.takeAlong',
  permission: 'organization.own',
  // Each may be as large as all that the company has.
  limit: { name: 'take-along', points: 6, seconds: 86_400 },
})
