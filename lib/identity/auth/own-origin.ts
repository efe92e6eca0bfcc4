import { isLoopback } from '@/lib/core/env'
import { warnOfOtherAddress } from './warn-other-address'

/**
 * Whether a request that changes something comes from a page of the product's own public address. A forwarded host
 * counts for nothing here. Without an origin (or with `null`, which our referrer policy makes of a form sent before its
 * page came alive) the browser's own word counts, and a client that is no browser has no cookies to abuse.
 */
export function isOwnOrigin(headers: Headers, publicUrl: string): boolean {
  const origin = headers.get('origin')
  const site = headers.get('sec-fetch-site')
  if (origin === null) return site === null || site === 'same-origin'
  if (origin === 'null') return site === 'same-origin'
  const isOwn = URL.canParse(origin) && addressOf(origin) === addressOf(publicUrl)
  if (!isOwn) warnOfOtherAddress(headers)
  return isOwn
}

function addressOf(url: string): string {
  const { protocol, hostname, port } = new URL(url)
  return `${protocol}//${isLoopback(url) ? 'loopback' : hostname}:${port}`
}
