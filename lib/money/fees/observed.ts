import { z } from 'zod'
import type { Day } from '@/lib/core/dates'
import type { ObservedRule } from '@/lib/money/fees/observe-rule'
import { feeBases, feeCertainties } from '@/lib/money/fees/schema'

/** The rates that a shop's charged orders show, with the days of those orders. */
export type Observed = ObservedRule & { fromDay: Day; toDay: Day }

const whole = z.string().regex(/^\d+$/).transform(BigInt)
const stored = z.object({
  basis: z.enum(feeBases),
  // An observation without it is made again before it may be adopted.
  capCents: whole.nullable(),
  bands: z.array(
    z.object({
      fromCents: whole,
      toCents: whole.nullable(),
      commission: whole,
      service: whole,
      fixedCents: whole,
      cheap: z.object({ belowCents: whole, rate: whole }).nullable().default(null),
      origin: z
        .object({ source: z.string(), readOn: z.string().nullable(), certainty: z.enum(feeCertainties) })
        .default({ source: '', readOn: null, certainty: 'observed' }),
    }),
  ),
  matched: z.int(),
  orders: z.int(),
  fromDay: z.string(),
  toDay: z.string(),
})

/** As JSON, where whole numbers are text. */
export const writeObserved = (observed: Observed): object =>
  JSON.parse(
    JSON.stringify(observed, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)),
  ) as object

export const readObserved = (value: unknown): Observed | null => stored.safeParse(value).data ?? null
