import { cookies } from 'next/headers'
import type { Role } from '@/lib/core/permissions'
import { secondStepLaterCookie } from '@/lib/core/preferences'
import { DismissibleNotice } from './dismissible-notice'

/** Decided on the server, so that nothing moves once the page is there. */
export async function SecondStepNotice({ member }: { member: { role: Role; hasSecondStep: boolean } }) {
  if (member.role !== 'owner' || member.hasSecondStep || (await cookies()).has(secondStepLaterCookie)) return null
  return <DismissibleNotice />
}
