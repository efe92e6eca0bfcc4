'use server'

import { memberAction } from '@/lib/identity/auth/define-action'
import { findReturn, receiveReturn } from './receive-return'
import { findReturnInput, receiveReturnInput } from './schema'

const permission = 'dispatch.work'

export const findReturnAction = memberAction(findReturnInput, findReturn, { name: 'return.find', permission })
export const receiveReturnAction = memberAction(receiveReturnInput, receiveReturn, {
  name: 'return.receive',
  permission,
})
