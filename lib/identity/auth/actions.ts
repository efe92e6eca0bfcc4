'use server'

import { publicAction } from './define-action'
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

// Counted inside, where known devices stay out of the strangers' count.
export const signInAction = publicAction(signInInput, signIn, { name: 'sign-in', limit: null })
export const registerAction = publicAction(registerInput, register, { name: 'register' })
export const resendLinkAction = publicAction(resendInput, resendLink, { name: 'resend' })
export const confirmAction = publicAction(confirmInput, confirm, { name: 'confirm' })
export const signOutAction = publicAction(nothingInput, signOut, { name: 'sign-out' })
export const switchOrganizationAction = publicAction(switchOrganizationInput, switchOrganization, { name: 'switch' })
export const setPreferencesAction = publicAction(preferencesInput, setPreferences, { name: 'preferences' })
