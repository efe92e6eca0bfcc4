import 'server-only'
import { getUserSecurity } from '../user-security'
import { hasGoogle } from './provider'

export type GoogleLink = {
  /** Whether this installation has the keys. */
  available: boolean
  /** The address at Google when it was linked; null: not linked. */
  email: string | null
  hasPassword: boolean
}

export async function getGoogleLink(userId: string): Promise<GoogleLink> {
  const { googleEmail, passwordHash } = await getUserSecurity(userId)
  return { available: hasGoogle(), email: googleEmail, hasPassword: passwordHash !== null }
}
