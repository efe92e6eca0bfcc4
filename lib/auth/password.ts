import 'server-only'
import { hash, verify } from '@node-rs/argon2'

// OWASP's first choice for Argon2id: 19 MiB, two passes, one lane.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFKC'), COST)

// Verified for unknown accounts, so that they cost as much as known ones.
let decoy: Promise<string> | undefined

/** Whether the password is the one behind the hash; without a hash as slow, and never. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const matches = await verify(stored ?? (await (decoy ??= hashPassword('no account has this password'))), password.normalize('NFKC'))
  return stored !== null && matches
}
