import { NextResponse } from 'next/server'
import { getPerson } from '@/lib/identity/auth/member'
import { renewSession } from '@/lib/identity/auth/renew-session'

/** What an open tab asks when somebody comes back to it. It says no more than the tab must know, and keeps no session from idling. */
export async function GET(): Promise<Response> {
  const person = await getPerson()
  if (person?.renewalDue) await renewSession()
  const standing = person && {
    userId: person.userId,
    organizationId: 'organizationId' in person ? person.organizationId : null,
    organizationName: 'organizationName' in person ? person.organizationName : null,
  }
  return NextResponse.json({ standing }, { headers: { 'cache-control': 'private, no-store' } })
}
