import { NextResponse } from 'next/server'
import { getPerson } from '@/lib/auth/member'

/** What an open tab asks when somebody comes back to it. It renews no cookie, and says no more than the tab must know. */
export async function GET(): Promise<Response> {
  const person = await getPerson()
  const standing = person && {
    userId: person.userId,
    organizationId: 'organizationId' in person ? person.organizationId : null,
    organizationName: 'organizationName' in person ? person.organizationName : null,
  }
  return NextResponse.json({ standing }, { headers: { 'cache-control': 'private, no-store' } })
}
