import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose'

/** Faults of the provider, each in one sign-in alone. */
export const LIES = [
  'unverifiedEmail',
  'verifiedAsText',
  'unverifiedAsText',
  'wrongNonce',
  'expiredToken',
  'foreignIssuer',
  'wrongAudience',
  'foreignKey',
  'unsigned',
  'codeTwice',
] as const
export type Lie = (typeof LIES)[number]

/** The person on the consent page, with their answer. */
export type Consent = { subject: string; email: string; name?: string; picture?: string; lie?: Lie; deny?: boolean }

type Grant = Consent & { redirectUri: string; challenge: string; nonce: string | null; used: boolean }
/** Four red pixels. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAE0lEQVQImWP4z8DwnwGM/zMwAAAf7gP9qS/A4gAAAABJRU5ErkJggg==',
  'base64',
)

type Answer = { status: number; type?: string; body?: string | Buffer; location?: string }

export type OidcProvider = {
  issuer: string
  /** The browser's visit to the consent page of that address: answers the redirect. */
  consent: (authorizationUrl: string, consent: Consent) => Promise<string>
  close: () => Promise<void>
}

type Settings = { port?: number; clientId: string; clientSecret: string }

const OTHER_ISSUER = 'https://issuer.invalid'
const KEY_ID = 'one'

/** An OpenID Connect provider of our own in Google's place, with a consent page for people and tests, that lies when asked to. */
export async function startOidcProvider({ port = 0, clientId, clientSecret }: Settings): Promise<OidcProvider> {
  const [own, other] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')]
  const jwk = { ...(await exportJWK(own.publicKey)), kid: KEY_ID, alg: 'RS256', use: 'sig' }
  const grants = new Map<string, Grant>()
  let issuer = ''

  function decide(request: URLSearchParams, consent: Consent): Answer {
    const redirectUri = request.get('redirect_uri') ?? ''
    const isSound =
      request.get('client_id') === clientId &&
      request.get('response_type') === 'code' &&
      request.get('code_challenge_method') === 'S256' &&
      URL.canParse(redirectUri)
    if (!isSound) return { status: 400, body: 'invalid_request' }
    const to = new URL(redirectUri)
    to.searchParams.set('state', request.get('state') ?? '')
    if (consent.deny) to.searchParams.set('error', 'access_denied')
    else {
      const code = randomBytes(16).toString('base64url')
      const challenge = request.get('code_challenge') ?? ''
      grants.set(code, { ...consent, redirectUri, challenge, nonce: request.get('nonce'), used: false })
      to.searchParams.set('code', code)
    }
    return { status: 302, location: to.toString() }
  }

  async function redeem(request: IncomingMessage): Promise<Answer> {
    const form = new URLSearchParams(await readText(request))
    const [id, secret] = clientOf(request, form)
    if (id !== clientId || secret !== clientSecret) return refuse(401, 'invalid_client')
    const grant = grants.get(form.get('code') ?? '')
    const isReused = grant?.used && grant.lie !== 'codeTwice'
    const isSound =
      grant && !isReused && grant.redirectUri === form.get('redirect_uri') && answersTo(grant.challenge, form)
    if (!isSound) return refuse(400, 'invalid_grant')
    grant.used = true
    const token = { access_token: randomBytes(16).toString('hex'), token_type: 'Bearer', expires_in: 3600 }
    return json({ ...token, scope: 'openid email profile', id_token: await sign(grant) })
  }

  function sign({ subject, email, name, picture, nonce, lie }: Grant): Promise<string> | string {
    const now = Math.floor(Date.now() / 1000)
    const issuedAt = lie === 'expiredToken' ? now - 7200 : now
    const claims: JWTPayload = {
      iss: lie === 'foreignIssuer' ? OTHER_ISSUER : issuer,
      aud: lie === 'wrongAudience' ? 'another-client' : clientId,
      sub: subject,
      iat: issuedAt,
      exp: issuedAt + 3600,
      nonce: lie === 'wrongNonce' ? 'another' : (nonce ?? undefined),
      email,
      email_verified: lie?.endsWith('AsText') ? String(lie === 'verifiedAsText') : lie !== 'unverifiedEmail',
      name,
      picture,
    }
    if (lie === 'unsigned') return new UnsecuredJWT(claims).encode()
    const key = lie === 'foreignKey' ? other.privateKey : own.privateKey
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: KEY_ID }).sign(key)
  }

  function discovery(): Answer {
    return json({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      code_challenge_methods_supported: ['S256'],
    })
  }

  async function answer(request: IncomingMessage): Promise<Answer> {
    const url = new URL(request.url ?? '/', issuer)
    switch (`${request.method} ${url.pathname}`) {
      case 'GET /.well-known/openid-configuration':
        return discovery()
      case 'GET /jwks':
        return json({ keys: [jwk] })
      case 'GET /authorize':
        return { status: 200, type: 'text/html; charset=utf-8', body: consentPage(url.search) }
      case 'GET /decide':
        return decide(new URLSearchParams(url.searchParams.get('request') ?? ''), consentIn(url.searchParams))
      case 'GET /picture.png':
        return { status: 200, type: 'image/png', body: PICTURE }
      case 'GET /no-picture.png':
        return { status: 200, type: 'image/png', body: 'no picture' }
      case 'POST /token':
        return redeem(request)
      default:
        return { status: 404 }
    }
  }

  const server = createServer((request, response) => {
    void answer(request).then(({ status, type = 'text/plain', body, location }) => {
      // One connection for each call, so that none is left open when the provider ends.
      response.writeHead(status, { 'content-type': type, connection: 'close', ...(location && { location }) })
      response.end(body)
    })
  })
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    issuer,
    async consent(authorizationUrl, consent) {
      const { location, body } = decide(new URL(authorizationUrl).searchParams, consent)
      if (!location) throw new Error(`The provider refused the request: ${body}`)
      return location
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

const json = (body: object): Answer => ({ status: 200, type: 'application/json', body: JSON.stringify(body) })
const refuse = (status: number, error: string): Answer => ({ ...json({ error }), status })

async function readText(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

function clientOf({ headers }: IncomingMessage, form: URLSearchParams): (string | null)[] {
  const basic = /^Basic (.+)$/.exec(headers.authorization ?? '')?.[1]
  if (!basic) return [form.get('client_id'), form.get('client_secret')]
  return Buffer.from(basic, 'base64').toString('utf8').split(':').map(formDecoded)
}

const formDecoded = (text: string) => decodeURIComponent(text.replaceAll('+', ' '))

const answersTo = (challenge: string, form: URLSearchParams) =>
  createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url') === challenge

const consentIn = (form: URLSearchParams): Consent => ({
  subject: form.get('subject') || `subject of ${form.get('email')}`,
  email: form.get('email') ?? '',
  name: form.get('name') || undefined,
  lie: LIES.find((lie) => lie === form.get('lie')),
  deny: form.get('decision') === 'deny',
})

const escape = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

const consentPage = (request: string) => `<!doctype html>
<html lang="en"><head><title>Test provider</title><link rel="icon" href="data:,"></head><body>
<form action="/decide">
<input type="hidden" name="request" value="${escape(request)}">
<p><label>E-mail <input name="email" value="ana@example.com"></label></p>
<p><label>Name <input name="name" value="Ana"></label></p>
<p><label>Subject <input name="subject"></label></p>
<p><label>Lie <select name="lie"><option></option>${LIES.map((lie) => `<option>${lie}</option>`).join('')}</select></label></p>
<button name="decision" value="allow">Allow</button> <button name="decision" value="deny">Deny</button>
</form></body></html>`
