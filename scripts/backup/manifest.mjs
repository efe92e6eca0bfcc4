import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chainKeysOf } from './keys.mjs'

const checksum = (manifest) => createHash('sha256').update(JSON.stringify(manifest)).digest('hex')

/** Signed with a key derived from the one that chains the audit logs: write access to the backups gives neither. */
function signatureOf(manifest, chainKey) {
  const key = createHmac('sha256', Buffer.from(chainKey, 'base64')).update('mascate backup manifest').digest()
  return createHmac('sha256', key).update(JSON.stringify(manifest)).digest()
}

export function signManifest(manifest, keys) {
  const signature = signatureOf(manifest, chainKeysOf(keys)[0]).toString('hex')
  return JSON.stringify({ sha256: checksum(manifest), signature, manifest })
}

/**
 * The contents that a backup states, with its signature, which `requireSigned` verifies. Throws where it was damaged or
 * cut off.
 */
export function readManifest(backups, name) {
  const file = join(backups, name, 'manifest.json')
  let read
  try {
    read = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Error(`${file} cannot be read: ${error.message}`)
  }
  const { manifest, signature } = read
  if (checksum(manifest) !== read.sha256) throw new Error(`${file} is damaged: its checksum is another.`)
  const outside = [...manifest.files.map(({ path }) => path), ...manifest.folders].find((path) => !isWithin(path))
  if (manifest.name !== name || !/^\d+$/.test(manifest.systemId) || outside !== undefined)
    throw new Error(`${file} is none of ours: ${outside ?? `it names ${manifest.name} and ${manifest.systemId}`}.`)
  return { ...manifest, signature }
}

/** Whether a path leads nowhere but into the folder in which it is looked up. */
const isWithin = (path) =>
  typeof path === 'string' && !/[\\\0]/.test(path) && path.split('/').every((part) => !['', '.', '..'].includes(part))

/** Throws where a manifest was not signed by a holder of the keys; one without any signature passes with `mayLack`. */
export function requireSigned({ signature, ...manifest }, keys, mayLack) {
  const { name } = manifest
  if (signature === undefined && mayLack) return
  if (signature === undefined)
    throw new Error(
      `Backup ${name} has no signature: it was made before backups were signed, or somebody took it away.\n` +
        'If no one else could write to the backups, --unsigned restores it all the same.',
    )
  const given = Buffer.from(String(signature), 'hex')
  const fits = (expected) => given.length === expected.length && timingSafeEqual(given, expected)
  if (!chainKeysOf(keys).some((key) => fits(signatureOf(manifest, key))))
    throw new Error(`Backup ${name} has a wrong signature: its manifest was changed by somebody without the keys.`)
}
