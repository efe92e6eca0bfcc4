import { cookies } from 'next/headers'
import type { Role } from '@/lib/core/permissions'
import { twoFactorLaterCookie } from '@/lib/core/preferences'
import { DismissibleNotice } from './dismissible-notice'

/** Decided on the server, so that nothing moves once the page is there. */
export async function TwoFactorNotice({ member }: { member: { role: Role; hasTwoFactor: boolean } }) {
  if (member.role !== 'owner' || member.hasTwoFactor || (await cookies()).has(twoFactorLaterCookie)) return null
  return <DismissibleNotice />
}
