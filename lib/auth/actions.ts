'use server'

import { publicAction } from './define-action'
import { PUBLIC_CALLS } from './limits'
import { setPreferences, switchOrganization } from './preferences'
import { register } from './register'
import { resendLink } from './resend-link'
import {
  confirmInput,
  nothingInput,
  preferencesInput,
  registerInput,
  resendInput,
  signInInput,
  switchOrganizationInput,
} from './schema'
import { confirm, signIn, signOut } from './sign-in'

export const signInAction = publicAction(signInInput, signIn, { limit: PUBLIC_CALLS })
export const registerAction = publicAction(registerInput, register, { limit: PUBLIC_CALLS })
export const resendLinkAction = publicAction(resendInput, resendLink, { limit: PUBLIC_CALLS })
export const confirmAction = publicAction(confirmInput, confirm, { limit: PUBLIC_CALLS })
export const signOutAction = publicAction(nothingInput, signOut, { limit: PUBLIC_CALLS })
export const switchOrganizationAction = publicAction(switchOrganizationInput, switchOrganization, {
  limit: PUBLIC_CALLS,
})
export const setPreferencesAction = publicAction(preferencesInput, setPreferences, { limit: PUBLIC_CALLS })
