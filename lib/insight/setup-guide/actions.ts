'use server'

import { memberAction } from '@/lib/identity/auth/define-action'
import { setGuideHiddenInput } from './schema'
import { setGuideHidden } from './set-guide-hidden'

export const setGuideHiddenAction = memberAction(setGuideHiddenInput, setGuideHidden, {
  name: 'setupGuide.setHidden',
  permission: 'ownAccount',
})
