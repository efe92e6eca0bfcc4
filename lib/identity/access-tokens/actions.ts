'use server'

import { memberAction } from '../auth/define-action'
import { can } from '@/lib/core/permissions'
import { createTokenInput, revokeTokenInput } from './schema'
import { createOwnToken, revokeToken } from './tokens'

const permission = 'token.own'

export const createTokenAction = memberAction(createTokenInput, createOwnToken, {
  name: 'accessToken.create',
  permission,
})
export const revokeTokenAction = memberAction(
  revokeTokenInput,
  (actor, input) => revokeToken(actor, input, can(actor.role, 'integration.manage')),
  { name: 'accessToken.revoke', permission },
)
