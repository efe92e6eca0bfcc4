import type { Context, MiddlewareHandler } from 'hono'
import type { ServerEnvironment } from './platform'

const THIS_COMPUTER = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i

/**
 * Any page that a browser shows may post here and, under a name of its own that leads to this computer, read what is
 * answered. Only requests under this computer's own names are answered, and only those of this server's own pages, or of
 * programs without a browser, change anything. The endpoints of the platform need a signature besides.
 */
export function ownBrowserOnly(publicHost: () => string): MiddlewareHandler<ServerEnvironment> {
  return async (c, next) => {
    const host = c.req.header('host') ?? ''
    if (!THIS_COMPUTER.test(host) && host !== publicHost()) return c.json({ error: 'foreign_host' }, 421)
    if (c.req.path.startsWith('/api/v2/')) return next()
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD' && isOtherSite(c, host))
      return c.json({ error: 'foreign_origin' }, 403)
    c.header('x-frame-options', 'DENY')
    return next()
  }
}

/** Every browser says where a form or a script comes from; `null` is a page that hides it. */
function isOtherSite(c: Context, host: string): boolean {
  const [origin, site] = [c.req.header('origin'), c.req.header('sec-fetch-site')]
  if (site !== undefined && site !== 'same-origin') return true
  return origin !== undefined && hostOf(origin) !== host
}

const hostOf = (origin: string): string | null => (URL.canParse(origin) ? new URL(origin).host : null)
