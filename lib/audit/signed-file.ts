import 'server-only'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { env } from '../env'
import { BEFORE_IDS, keyInForce, requireKey, type SealKey } from './seal-keys'

const pathOf = (name: string) => resolve(env().MASCATE_DATA, 'audit', `${name}.json`)

/** Written apart from the database, under the data folder, whole or not at all, signed with the key in force. */
export async function writeSigned(name: string, body: object): Promise<void> {
  const path = pathOf(name)
  const key = keyInForce()
  const signed = { ...body, key: key.id }
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeFile(`${path}.part`, JSON.stringify({ ...signed, signature: sign(signed, key).toString('hex') }), {
    mode: 0o600,
  })
  await rename(`${path}.part`, path)
}

/** What was written and the key it is signed with, or null where none stands or its signature is not ours. Throws without that key. */
export async function readSigned(name: string): Promise<{ body: unknown; key: SealKey } | null> {
  const text = await readFile(pathOf(name), 'utf8').catch(() => null)
  if (!text) return null
  const { signature, ...signed } = JSON.parse(text) as { signature: string; key?: string }
  const { key: id = BEFORE_IDS, ...body } = signed
  const key = requireKey(id)
  const given = Buffer.from(signature, 'hex')
  const expected = sign(signed, key)
  return given.length === expected.length && timingSafeEqual(given, expected) ? { body, key } : null
}

export async function removeSigned(name: string): Promise<void> {
  for (const path of [pathOf(name), `${pathOf(name)}.part`]) await rm(path, { force: true })
}

const sign = (signed: object, { bytes }: SealKey) => createHmac('sha256', bytes).update(JSON.stringify(signed)).digest()
