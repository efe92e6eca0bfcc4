'use server'

import { memberAction, publicAction } from '../define-action'
import { unlinkGoogle } from './link'
import { linkInput, startInput } from './schema'
import { startLinking, startSignIn } from './start'

export const startGoogleAction = publicAction(startInput, startSignIn, { name: 'google' })
export const linkGoogleAction = memberAction(linkInput, startLinking, { name: 'google.link', permission: 'ownAccount' })
export const unlinkGoogleAction = memberAction(linkInput, unlinkGoogle, {
  name: 'google.unlink',
  permission: 'ownAccount',
})
