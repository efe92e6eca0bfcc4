import { randomInt } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTUVWXYZ'
const brasiliaOffsetSeconds = -3 * 3600

const random = (from: string, length: number) => Array.from({ length }, () => from[randomInt(from.length)]).join('')

/** 'YYMMDD' of Brasília, with which orders and returns begin. */
const datePart = (now: number) =>
  new Date((now + brasiliaOffsetSeconds) * 1000).toISOString().slice(2, 10).replaceAll('-', '')

/** 14 characters, e.g. 260831SN9WNUGC. */
export const newOrderSn = (now: number) => `${datePart(now)}${random(alphabet, 8)}`

/** 15 characters, e.g. 2206140TA5PM808. */
export const newReturnSn = (now: number) => `${datePart(now)}0${random(alphabet, 8)}`

/** e.g. OFG113701539238152. */
export const newPackageNumber = () => `OFG1${random('0123456789', 14)}`

/** e.g. BR258846903412K. */
export const newTrackingNumber = () => `BR25${random('0123456789', 10)}${random('ABCDEFGHJKLMNPQRSTUVWXYZ', 1)}`
