import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Database } from './database'

export const FAULT_KINDS = [
  'rate_limit',
  'rate_limit_retry_after',
  'daily_limit',
  'server_error',
  'error_server',
  'timeout',
  'cut_answer',
  'html',
  'clock_skew',
  'grant_revoked',
  'grant_expired',
  'token_dead',
  'odd_types',
  'unknown_fields',
] as const

export type FaultKind = (typeof FAULT_KINDS)[number]

export const newFault = z
  .object({
    kind: z.enum(FAULT_KINDS),
    /** Share of the matching calls that are struck. */
    rate: z.number().min(0).max(1).default(1),
    /** A regular expression over the path, e.g. "order/get_order_(list|detail)"; left out = every call. */
    pathPattern: z.string().max(200).refine(isPattern, 'is no regular expression').nullable().default(null),
    seed: z.string().max(100).default('1'),
    /** How many calls it may strike; left out = no end. */
    count: z.number().int().positive().nullable().default(null),
    /** `seconds` of Retry-After, of waiting (timeout) or of skew; `status` of a server error. */
    parameters: z.object({ seconds: z.number().optional(), status: z.number().int().optional() }).default({}),
  })
  .strict()

export type Fault = {
  id: bigint
  kind: FaultKind
  rate: number
  path_pattern: string | null
  seed: string
  remaining: number | null
  considered: number
  struck: number
  parameters: { seconds?: number; status?: number }
}

function isPattern(text: string | null): boolean {
  try {
    return text === null || Boolean(new RegExp(text))
  } catch {
    return false
  }
}

/** The nth matching call of a seed is always struck or always spared: 32 bits of a hash against the rate. */
export const isStruck = (seed: string, kind: string, nth: number, rate: number) =>
  createHash('sha256').update(`${seed}|${kind}|${nth}`).digest().readUInt32BE(0) / 2 ** 32 < rate

const READ = `SELECT id, kind, rate, path_pattern, seed, remaining, considered, struck, parameters FROM fault
  WHERE remaining IS NULL OR remaining > 0 ORDER BY id`

// Calls that come at once may be written down in another order than they were counted in.
const KEEP = `UPDATE fault SET considered = greatest(considered, $2), struck = greatest(struck, $3),
  remaining = least(remaining, $4) WHERE id = $1`

export class FaultDrawer {
  private faults: Fault[] = []

  async reload(db: Database): Promise<void> {
    this.faults = (await db.query<Fault>(READ)).rows
  }

  /** The faults that strike this call. Counts are kept in the database, so that a restart goes on where it stopped. */
  async draw(db: Database, path: string): Promise<Fault[]> {
    const struck: Fault[] = []
    for (const fault of this.faults) {
      if (fault.remaining === 0) continue
      if (fault.path_pattern !== null && !new RegExp(fault.path_pattern).test(path)) continue
      const strikes = isStruck(fault.seed, fault.kind, fault.considered, fault.rate)
      fault.considered += 1
      if (strikes) {
        fault.struck += 1
        if (fault.remaining !== null) fault.remaining -= 1
        struck.push(fault)
      }
      await db.query(KEEP, [fault.id, fault.considered, fault.struck, fault.remaining])
    }
    return struck
  }

  async add(db: Database, input: unknown): Promise<bigint> {
    const fault = newFault.parse(input)
    const { rows } = await db.query<{ id: bigint }>(
      `INSERT INTO fault (kind, rate, path_pattern, seed, remaining, parameters) VALUES ($1, $2, $3, $4, $5, $6)
       RETURNING id`,
      [fault.kind, fault.rate, fault.pathPattern, fault.seed, fault.count, JSON.stringify(fault.parameters)],
    )
    await this.reload(db)
    return rows[0]!.id
  }

  async clear(db: Database): Promise<void> {
    await db.query('DELETE FROM fault')
    this.faults = []
  }
}
