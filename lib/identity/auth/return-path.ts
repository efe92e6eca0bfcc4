const HOME = '/dashboard'
/** Where who is signed in but belongs to no organization goes: to make one, or to wait for an invitation. */
export const companyPath = '/auth/company'
/** Where who was invited answers, signed in or not. */
const invitationPath = '/auth/invitation'
/** Where one's password, second step and Google are looked after. */
export const securityPath = '/dashboard/settings/security'
/** Where who has shown the first factor shows the second one. */
const twoFactorPath = '/auth/second-step'
/** Set by the middleware on every request, so that a page that finds no session knows where the visitor was going. */
export const pathHeader = 'x-mascate-path'
/** Set by the middleware too: what the page's own scripts carry. */
export const nonceHeader = 'x-nonce'
const NOWHERE = 'http://nowhere.invalid'

/** Where a visitor goes after signing in: a path of our own, never another site, the sign-in itself or an endpoint. */
export function returnPath(wanted: string | undefined): string {
  if (!wanted?.startsWith('/') || /[\\\u0000-\u001f]/.test(wanted)) return HOME
  const url = URL.canParse(wanted, NOWHERE) ? new URL(wanted, NOWHERE) : null
  if (url?.origin !== NOWHERE || url.pathname.startsWith('//')) return HOME
  if (/^\/(auth|api)(\/|$)/.test(url.pathname) && url.pathname !== invitationPath) return HOME
  return url.pathname + url.search + url.hash
}

/** As returnPath, for a whole address of our own. */
export function returnPathIn(address: string, origin: string): string {
  const url = URL.canParse(address, origin) ? new URL(address, origin) : null
  return returnPath(url?.origin === origin ? url.pathname + url.search + url.hash : undefined)
}

/** Where to sign in, and come back from to the path. */
export const signInPath = (path: string | null) => withReturn('/auth', path ?? undefined)

/** Where to show the second factor, and go on from to the path. */
export const twoFactorPathTo = (wanted?: string) => withReturn(twoFactorPath, wanted)

/** Where who came in by a recovery code hears how many are left. */
export const recoveryUsedPathTo = (wanted?: string) => withReturn(`${twoFactorPath}/used`, wanted)

const withReturn = (page: string, wanted?: string) =>
  wanted ? `${page}?${new URLSearchParams({ callbackUrl: returnPath(wanted) }).toString()}` : page
