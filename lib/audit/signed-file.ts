import 'server-only'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { env } from '../env'

const pathOf = (name: string) => resolve(env().MASCATE_DATA, 'audit', `${name}.json`)

/** Written apart from the database, under the data folder, whole or not at all, with a signature beside its fields. */
export async function writeSigned(name: string, body: object, key: Buffer): Promise<void> {
  const path = pathOf(name)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeFile(`${path}.part`, JSON.stringify({ ...body, signature: sign(body, key).toString('hex') }), {
    mode: 0o600,
  })
  await rename(`${path}.part`, path)
}

/** What was written, or null where none stands or its signature is not ours. */
export async function readSigned(name: string, key: Buffer): Promise<unknown> {
  const text = await readFile(pathOf(name), 'utf8').catch(() => null)
  if (!text) return null
  const { signature, ...body } = JSON.parse(text) as { signature: string }
  const given = Buffer.from(signature, 'hex')
  const expected = sign(body, key)
  return given.length === expected.length && timingSafeEqual(given, expected) ? body : null
}

export async function removeSigned(name: string): Promise<void> {
  for (const path of [pathOf(name), `${pathOf(name)}.part`]) await rm(path, { force: true })
}

const sign = (body: object, key: Buffer) => createHmac('sha256', key).update(JSON.stringify(body)).digest()
