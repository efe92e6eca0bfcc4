'use server'

import { memberAction } from '@/lib/identity/auth/define-action'
import { takeAlongInput } from './schema'
import { takeAlong } from './take-along'

export const takeAlongAction = memberAction(takeAlongInput, takeAlong, {
  name: 'organization.takeAlong',
  permission: 'organization.own',
})
