import { NextResponse } from 'next/server'
import { getPerson } from '@/lib/identity/auth/member'
import { renewSession } from '@/lib/identity/auth/renew-session'

/**
 * The check of an open tab when its user comes back. It answers only what the tab needs, and does not extend the
 * session.
 */
export async function GET(): Promise<Response> {
  const person = await getPerson()
  if (person?.renewalDue) await renewSession(person)
  const session = person && {
    userId: person.userId,
    organizationId: 'organizationId' in person ? person.organizationId : null,
    organizationName: 'organizationName' in person ? person.organizationName : null,
  }
  return NextResponse.json({ standing: session }, { headers: { 'cache-control': 'private, no-store' } })
}
