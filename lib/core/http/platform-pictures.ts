import 'server-only'
import { env } from '../env'

/** The address where pages may load it from, else null: what their policy blocks would only be an error in a browser's log. */
export function shownPicture(address: string | null): string | null {
  if (!address || !URL.canParse(address)) return null
  const url = new URL(address)
  if (url.username || url.password) return null
  return env().SHOPEE_PICTURE_HOSTS.some((source) => isOf(url, source)) ? address : null
}

/** As browsers read a source of img-src: one scheme, one port, and `*.` for what stands before the host. */
function isOf({ origin, protocol, port, hostname }: URL, source: string): boolean {
  if (!source.includes('//*.')) return origin === new URL(source).origin
  const wanted = new URL(source.replace('//*.', '//'))
  return protocol === wanted.protocol && port === wanted.port && hostname.endsWith(`.${wanted.hostname}`)
}
