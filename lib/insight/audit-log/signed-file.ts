import 'server-only'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { env } from '@/lib/core/env'
import { newId } from '@/lib/core/ids'
import { BEFORE_IDS, keyInForce, requireKey, type ChainKey } from './chain-keys'

const pathOf = (name: string) => resolve(env().MASCATE_DATA, 'audit', `${name}.json`)

/** Written apart from the database, under the data folder, whole or not at all, signed with the key in force. */
export async function writeSigned(name: string, body: object): Promise<void> {
  const path = pathOf(name)
  const key = keyInForce()
  const signed = { ...body, key: key.id }
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${newId()}.part`
  try {
    await writeDown(draft, JSON.stringify({ ...signed, signature: sign(signed, key).toString('hex') }))
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** On the disk before it gets its name: after a power cut an empty head would be taken for none. */
async function writeDown(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

const missing = (error: unknown): null => {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
  throw error
}

/**
 * The content and the key it is signed with, or null where there is none or its signature is not ours. Throws without
 * that key, and for an unreadable file: taking that for a missing one would overwrite the proof of a cut.
 */
export async function readSigned(name: string): Promise<{ body: unknown; key: ChainKey } | null> {
  const text = await readFile(pathOf(name), 'utf8').catch(missing)
  if (!text) return null
  const { signature, ...signed } = JSON.parse(text) as { signature: string; key?: string }
  const { key: id = BEFORE_IDS, ...body } = signed
  const key = requireKey(id)
  const given = Buffer.from(signature, 'hex')
  const expected = sign(signed, key)
  return given.length === expected.length && timingSafeEqual(given, expected) ? { body, key } : null
}

/** With what killed writers left of it. */
export async function removeSigned(name: string): Promise<void> {
  const path = pathOf(name)
  await rm(path, { force: true })
  const beside = (await readdir(dirname(path)).catch(missing)) ?? []
  for (const left of beside)
    if (left.startsWith(`${basename(path)}.`)) await rm(join(dirname(path), left), { force: true })
}

const sign = (signed: object, { bytes }: ChainKey) =>
  createHmac('sha256', bytes).update(JSON.stringify(signed)).digest()
