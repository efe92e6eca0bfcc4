'use server'

import { memberAction } from '../auth/define-action'
import { eraseOwnAccount } from './erase-own-account'
import { eraseAccountInput, removeAvatarInput, setDisplayNameInput, uploadAvatarInput } from './schema'
import { removeAvatar, uploadAvatar } from './set-avatar'
import { setDisplayName } from './set-display-name'

const permission = 'ownAccount'

export const setDisplayNameAction = memberAction(setDisplayNameInput, setDisplayName, {
  name: 'account.setDisplayName',
  permission,
})
export const uploadAvatarAction = memberAction(uploadAvatarInput, uploadAvatar, {
  name: 'account.uploadAvatar',
  permission,
  limit: { name: 'avatar', points: 20, seconds: 60 },
})
export const removeAvatarAction = memberAction(removeAvatarInput, removeAvatar, {
  name: 'account.removeAvatar',
  permission,
})
export const eraseAccountAction = memberAction(eraseAccountInput, eraseOwnAccount, {
  name: 'account.erase',
  permission,
})
