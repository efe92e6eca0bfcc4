import 'server-only'
import { hash, verify } from '@node-rs/argon2'
import { limitConcurrency } from '@/lib/core/process/concurrency'
import { keepInProcess } from '@/lib/core/process/process-state'

// OWASP's first choice for Argon2id: 19 MiB, two passes, one lane.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** By what a password is hashed: a test that only signs people in lowers it, which goes with the state of the process. */
export const hashing = keepInProcess({
  cost: COST,
  clear() {
    this.cost = COST
  },
})

// One thread of the pool is left for files and names while passwords are computed on the others.
const limited = limitConcurrency({ atOnce: 3, waiting: 100 })

/**
 * A hash of unknown random bytes, at the same cost: verified for unknown accounts, so that they take as long as known
 * ones.
 */
export const DECOY = '$argon2id$v=19$m=19456,t=2,p=1$dCydXGmngp/I8A195d/TEw$TjJFFaAfllp2EGzuASu3TV/f+8OHxejlUPbQmJ+REzs'

export const hashPassword = (password: string): Promise<string> =>
  limited(() => hash(password.normalize('NFKC'), hashing.cost))

/** Whether the password is the one behind the hash; without a hash as slow, and never. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const matches = await limited(() => verify(stored ?? DECOY, password.normalize('NFKC')).catch(() => false))
  return stored !== null && matches
}
