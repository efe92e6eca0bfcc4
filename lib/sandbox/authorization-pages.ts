import type { Context, Hono } from 'hono'
import { authorizationPage, cancellationPage, refusalPage } from './authorization-page'
import { readRedirect, readRequest, redirectTo, type AuthorizationRequest } from './authorization-request'
import { authorize, LONGEST_VALIDITY_DAYS, type Choice } from './authorize'
import { checkPartner } from './gateway-checks'
import { cancelGrant } from './grants'
import { fillFreshShops } from './history/demo-shops'
import { toJson } from './json'
import type { Platform, ServerEnvironment } from './platform'
import { PlatformError, statusOf } from './platform-error'
import { listShops, makeShop } from './shops'
import { randomBytes } from 'node:crypto'

type Here = Context<ServerEnvironment>

/** Where the seller answers an application's link; new style, classic style, and taking the authorization back. */
export function mountAuthorizationPages(app: Hono<ServerEnvironment>, platform: Platform): void {
  const page = (run: (c: Here) => Promise<Response>) => async (c: Here) => {
    c.header('x-frame-options', 'DENY')
    // With no-referrer the browser would hide where its forms come from even from this server.
    c.header('referrer-policy', 'same-origin')
    try {
      return await run(c)
    } catch (error) {
      if (error instanceof PlatformError) return c.html(refusalPage(error.message), 400)
      throw error
    }
  }
  const requestOf = (c: Here) => readRequest(platform.pool, { given: c.req.query(), settings: platform.settings })

  app.get(
    '/auth',
    page(async (c) => showAuthorization(c, platform, await requestOf(c))),
  )
  app.get(
    '/cancel_auth',
    page(async (c) => showCancellation(c, platform, await requestOf(c))),
  )
  app.post(
    '/auth',
    page((c) => decideAuthorization(c, platform)),
  )
  app.post(
    '/cancel_auth',
    page((c) => decideCancellation(c, platform)),
  )
  app.get(
    '/api/v2/shop/auth_partner',
    page((c) => classic(c, platform, showAuthorization)),
  )
  app.get(
    '/api/v2/shop/cancel_auth_partner',
    page((c) => classic(c, platform, showCancellation)),
  )
}

type Show = (c: Here, platform: Platform, request: AuthorizationRequest) => Promise<Response>

/**
 * The signed link that expires five minutes after its timestamp. Its faults are reported as the gateway reports them.
 */
async function classic(c: Here, platform: Platform, show: Show): Promise<Response> {
  const query = c.req.query()
  try {
    const app = await checkPartner(platform.pool, { path: c.req.path, query, now: platform.clock.now() })
    const redirect = readRedirect(query.redirect, platform.settings)
    return await show(c, platform, { partnerId: app.partner_id, redirect, state: null })
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
    const requestId = randomBytes(16).toString('hex')
    return new Response(toJson({ request_id: requestId, error: error.code, message: error.message }), {
      status: statusOf(error, platform.settings.httpStatuses),
      headers: { 'content-type': 'application/json' },
    })
  }
}

async function showAuthorization(c: Here, platform: Platform, request: AuthorizationRequest) {
  const shops = await listShops(platform.pool, request.partnerId)
  const usable = shops.filter(({ status }) => status !== 'BANNED')
  return c.html(authorizationPage({ request, shops, chosen: `shop:${usable[0]?.shop_id}` }))
}

async function showCancellation(c: Here, platform: Platform, request: AuthorizationRequest) {
  return c.html(cancellationPage({ request, shops: await authorizedShops(platform, request) }))
}

const authorizedShops = async (platform: Platform, { partnerId }: AuthorizationRequest) =>
  (await listShops(platform.pool, partnerId)).filter((shop) => shop.grant_status === 'active')

async function readForm(c: Here, platform: Platform) {
  const given = await c.req.parseBody().catch(() => {
    throw new PlatformError('error_param', 'The form cannot be read.')
  })
  const form = Object.fromEntries(
    Object.entries(given).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  ) as Record<string, string | undefined>
  return { form, request: await readRequest(platform.pool, { given: form, settings: platform.settings }) }
}

async function decideAuthorization(c: Here, platform: Platform): Promise<Response> {
  const { form, request } = await readForm(c, platform)
  if (form.decision === 'deny') return c.redirect(redirectTo(request, { error: 'access_denied' }))
  const now = platform.clock.now()
  if (form.decision === 'make') {
    const made = await platform.transaction((db) => makeShop(db, { name: form.name?.trim() || undefined, now }))
    const shops = await listShops(platform.pool, request.partnerId)
    return c.html(authorizationPage({ request, shops, chosen: `shop:${made}` }))
  }
  const choice = readChoice(form.account)
  const validityDays = Number(form.validity === 'custom' ? form.days : form.validity)
  const isValid = Number.isInteger(validityDays) && validityDays >= 1 && validityDays <= LONGEST_VALIDITY_DAYS
  if (!choice || !isValid) {
    const shops = await listShops(platform.pool, request.partnerId)
    const problem = choice ? `Escolha um prazo de 1 a ${LONGEST_VALIDITY_DAYS} dias.` : 'Escolha uma loja.'
    return c.html(authorizationPage({ request, shops, problem, chosen: form.account }), 400)
  }
  await fillFreshShops(platform)
  const { code } = await platform.transaction((db) =>
    authorize(db, { partnerId: request.partnerId, choice, validityDays, now }),
  )
  return c.redirect(redirectTo(request, { code, ...idOf(choice) }))
}

async function decideCancellation(c: Here, platform: Platform): Promise<Response> {
  const { form, request } = await readForm(c, platform)
  if (form.decision === 'deny') return c.redirect(redirectTo(request, { error: 'access_denied' }))
  const choice = readChoice(form.account)
  if (!choice || !('shopId' in choice)) {
    const shops = await authorizedShops(platform, request)
    return c.html(cancellationPage({ request, shops, problem: 'Escolha uma loja.' }), 400)
  }
  const now = platform.clock.now()
  await platform.transaction((db) => cancelGrant(db, { partnerId: request.partnerId, shopId: choice.shopId, now }))
  return c.redirect(redirectTo(request, idOf(choice)))
}

const idOf = (choice: Choice): Record<string, string> =>
  'shopId' in choice ? { shop_id: String(choice.shopId) } : { main_account_id: String(choice.mainAccountId) }

function readChoice(account: string | undefined): Choice | null {
  const [, kind, id] = /^(shop|main):(\d{1,18})$/.exec(account ?? '') ?? []
  if (!id) return null
  return kind === 'shop' ? { shopId: BigInt(id) } : { mainAccountId: BigInt(id) }
}
