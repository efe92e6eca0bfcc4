import { NextRequest } from 'next/server'
import { GET } from '@/app/api/auth/[...nextauth]/route'
import { startGoogleAction } from '@/lib/identity/auth/google/actions'
import { env } from '@/lib/core/env'
import { startOidcProvider, type Consent, type OidcProvider } from './oidc-provider'
import { withOwner } from '../harnesses/database'

export let google: OidcProvider

/** A provider in Google's place for the tests of a file. */
export function openGoogle() {
  const keys = { GOOGLE_CLIENT_ID: 'mascate', GOOGLE_CLIENT_SECRET: 'a secret: with %signs' }
  beforeAll(async () => {
    google = await startOidcProvider({ clientId: keys.GOOGLE_CLIENT_ID, clientSecret: keys.GOOGLE_CLIENT_SECRET })
    const wellKnown = `${google.issuer}/.well-known/openid-configuration`
    Object.assign(env(), keys, { GOOGLE_ISSUER: google.issuer, GOOGLE_WELL_KNOWN: wellKnown })
  })
  afterAll(() => google.close())
}

/** Where Google is asked, as the button gets it. */
export async function setOut(callbackUrl?: string): Promise<string> {
  const answer = await startGoogleAction({ callbackUrl })
  if (!answer.ok) throw new Error(answer.error)
  return answer.data.to
}

/** The browser follows Google's redirect: answers the path of ours where it lands. */
export async function comeBack(address: string): Promise<string> {
  const context = { params: Promise.resolve({ nextauth: ['callback', 'google'] }) }
  const answer = await GET(new NextRequest(address), context)
  const { origin, pathname, search } = new URL(answer.headers.get('location') ?? 'http://nowhere.invalid')
  return origin === env().NEXTAUTH_URL ? decodeURIComponent(pathname + search) : `${answer.status} ${origin}`
}

export const signInWithGoogle = async (consent: Consent, callbackUrl?: string) =>
  comeBack(await google.consent(await setOut(callbackUrl), consent))

const TABLES = ['app_user', 'account', 'session', 'membership', 'registration', 'verification', 'recovery_code']

/** The content of the tables of accounts, for comparison. */
export const accountTables = () =>
  withOwner(async (owner) => {
    const content: Record<string, string> = {}
    for (const table of TABLES) {
      const select = `select coalesce(string_agg(t::text, ' | ' order by t::text), '') as text from ${table} t`
      content[table] = (await owner.query<{ text: string }>(select)).rows[0]!.text
    }
    return content
  })
