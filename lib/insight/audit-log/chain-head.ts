import 'server-only'
import { z } from 'zod'
import { MissingChainKey, type ChainKey } from './chain-keys'
import { readSigned, removeSigned, writeSigned } from './signed-file'

/** A place in a chain: the link it stands at. */
export type ChainPlace = { number: bigint; lastPosition: bigint; hmac: Buffer }

/** Where a chain ends, kept in the data folder apart from the database: a tail cut off there shows here. */
export type ChainHead = ChainPlace & { key: ChainKey }

const digits = z.string().regex(/^\d{1,18}$/)
const hex = z.string().regex(/^[0-9a-f]{64}$/)
const place = z.strictObject({ number: digits, lastPosition: digits, hmac: hex })
const head = z.strictObject({ organizationId: z.uuid(), ...place.shape })

type Plain = z.output<typeof place>

const placeOf = ({ number, lastPosition, hmac }: Plain): ChainPlace => ({
  number: BigInt(number),
  lastPosition: BigInt(lastPosition),
  hmac: Buffer.from(hmac, 'hex'),
})
const plainOf = ({ number, lastPosition, hmac }: ChainPlace): Plain => ({
  number: number.toString(),
  lastPosition: lastPosition.toString(),
  hmac: hmac.toString('hex'),
})

export const writeHead = (organizationId: string, stands: ChainPlace): Promise<void> =>
  writeSigned(organizationId, { organizationId, ...plainOf(stands) })

/** The head, or null where none stands, its signature is not ours, or it is another company's. Throws without the key that signed it. */
export async function readHead(organizationId: string): Promise<ChainHead | null> {
  const signed = await readSigned(organizationId)
  const { data } = head.safeParse(signed?.body)
  return signed && data?.organizationId === organizationId ? { ...placeOf(data), key: signed.key } : null
}

/** How far a chain has been looked at, by who looks at some of it each time. */
export type Looked = {
  /** Every entry up to here has held, at one time or another. */
  upTo: ChainPlace
  /** Where the reading that began at `begunAt`, from the first entry on, has come to. */
  again: ChainPlace
  begunAt: Date
  /** Every entry has been read since; null where none of it was read to its end yet. */
  wholeSince: Date | null
}

const looked = z.strictObject({
  kind: z.literal('looked'),
  organizationId: z.uuid(),
  upTo: place,
  again: place,
  begunAt: z.iso.datetime(),
  wholeSince: z.iso.datetime().nullable(),
})
const lookedName = (organizationId: string) => `${organizationId}.looked`

export const writeLooked = (organizationId: string, { upTo, again, ...at }: Looked): Promise<void> =>
  writeSigned(lookedName(organizationId), {
    kind: 'looked',
    organizationId,
    upTo: plainOf(upTo),
    again: plainOf(again),
    begunAt: at.begunAt.toISOString(),
    wholeSince: at.wholeSince?.toISOString() ?? null,
  })

/** Null as well where the key that signed it is not named any more: then all is read from the first entry on. */
export async function readLooked(organizationId: string): Promise<Looked | null> {
  const signed = await readSigned(lookedName(organizationId)).catch((error: unknown) => {
    if (error instanceof MissingChainKey) return null
    throw error
  })
  const { data } = looked.safeParse(signed?.body)
  if (data?.organizationId !== organizationId) return null
  const { upTo, again, begunAt, wholeSince } = data
  return {
    upTo: placeOf(upTo),
    again: placeOf(again),
    begunAt: new Date(begunAt),
    wholeSince: wholeSince === null ? null : new Date(wholeSince),
  }
}

/** Forgets what is kept of a trail that ends with its organization. */
export async function removeHead(organizationId: string): Promise<void> {
  for (const name of [organizationId, lookedName(organizationId)]) await removeSigned(name)
}
