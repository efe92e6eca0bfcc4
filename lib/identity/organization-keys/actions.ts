'use server'

import { memberAction } from '../auth/define-action'
import type { CallLimit } from '@/lib/core/http/rate-limit'
import { removeKeyInput, setKeyInput } from './schema'
import { removeKey, setKey } from './set-key'

const permission = 'integration.manage'
/** Each call asks the maker: the limit keeps keys from being tried here. */
const limit: CallLimit = { name: 'organization-key', points: 20, seconds: 600 }

export const setKeyAction = memberAction(setKeyInput, setKey, { name: 'organizationKey.set', permission, limit })
export const removeKeyAction = memberAction(removeKeyInput, removeKey, { name: 'organizationKey.remove', permission })
