import 'server-only'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { env } from '../env'

/** Where a chain ends, kept in the data folder apart from the database: a tail cut off there shows here. */
export type TrailHead = { number: bigint; lastPosition: bigint; hmac: Buffer }

const pathOf = (organizationId: string) => resolve(env().MASCATE_DATA, 'audit', `${organizationId}.json`)

export async function writeHead(organizationId: string, head: TrailHead, key: Buffer): Promise<void> {
  const path = pathOf(organizationId)
  const body = bodyOf(organizationId, head)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeFile(`${path}.part`, JSON.stringify({ ...body, signature: sign(body, key).toString('hex') }), {
    mode: 0o600,
  })
  await rename(`${path}.part`, path)
}

/** Forgets the head of a trail that ends with its organization. */
export async function removeHead(organizationId: string): Promise<void> {
  for (const path of [pathOf(organizationId), `${pathOf(organizationId)}.part`]) await rm(path, { force: true })
}

/** The head, or null where none stands or its signature is not ours. */
export async function readHead(organizationId: string, key: Buffer): Promise<TrailHead | null> {
  const text = await readFile(pathOf(organizationId), 'utf8').catch(() => null)
  if (!text) return null
  const { signature, ...body } = JSON.parse(text) as ReturnType<typeof bodyOf> & { signature: string }
  const given = Buffer.from(signature, 'hex')
  const expected = sign(body, key)
  if (given.length !== expected.length || !timingSafeEqual(given, expected) || body.organizationId !== organizationId)
    return null
  return { number: BigInt(body.number), lastPosition: BigInt(body.lastPosition), hmac: Buffer.from(body.hmac, 'hex') }
}

const bodyOf = (organizationId: string, { number, lastPosition, hmac }: TrailHead) => ({
  organizationId,
  number: number.toString(),
  lastPosition: lastPosition.toString(),
  hmac: hmac.toString('hex'),
})

const sign = (body: ReturnType<typeof bodyOf>, key: Buffer) =>
  createHmac('sha256', key).update(JSON.stringify(body)).digest()
