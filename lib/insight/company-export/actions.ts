'use server'

import { memberAction } from '@/lib/identity/auth/define-action'
import { requestArchiveInput } from './schema'
import { requestArchive } from './take-along'

export const requestArchiveAction = memberAction(requestArchiveInput, requestArchive, {
  name: 'organization.takeAlong',
  permission: 'organization.own',
})
