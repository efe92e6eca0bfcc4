import { createHmac, timingSafeEqual } from 'node:crypto'

/** The signed text: plain concatenation; the token and id of shop or merchant only where the endpoint has them. */
export const baseString = (partnerId: string, path: string, timestamp: string, accessToken = '', subjectId = '') =>
  `${partnerId}${path}${timestamp}${accessToken}${subjectId}`

/** The partner key is used as the text that it is, never decoded from hex. */
export const sign = (partnerKey: string, base: string) => createHmac('sha256', partnerKey).update(base).digest('hex')

export function isSignedBy(partnerKey: string, base: string, given: string): boolean {
  const expected = Buffer.from(sign(partnerKey, base))
  const offered = Buffer.from(given)
  return offered.length === expected.length && timingSafeEqual(offered, expected)
}
