import { z } from 'zod'
import { displayName } from '../auth/schema'
import { turnOffInput } from '../auth/two-factor/schema'

/** The largest file that a browser may read from disk; it sends a smaller copy. */
export const maxAvatarFileBytes = 30_000_000
export const maxAvatarBytes = 1_800_000

export const setDisplayNameInput = z.object({
  displayName: displayName({
    missing: 'settings.profile.name.missing',
    long: 'settings.profile.name.long',
    site: 'settings.profile.name.site',
  }),
})
export type SetDisplayNameInput = z.output<typeof setDisplayNameInput>

export const uploadAvatarInput = z.object({
  photo: z
    .file('errors.avatarInvalid')
    .min(1, 'errors.avatarInvalid')
    .max(maxAvatarBytes, 'settings.profile.photo.tooLarge'),
})
export type UploadAvatarInput = z.output<typeof uploadAvatarInput>
export const removeAvatarInput = z.object({})

/** The code where the account has a second step. */
export const eraseAccountInput = turnOffInput.partial({ code: true })
export type EraseAccountInput = z.output<typeof eraseAccountInput>
