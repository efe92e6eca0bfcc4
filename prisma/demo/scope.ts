import type { FeeRule } from '@/lib/money/fees/schema'
import type { DemoClock } from './clock'
import type { Random } from './random'

/** What every part of the demonstration company is made from. */
export type DemoScope = {
  organizationId: string
  userId: string
  clock: DemoClock
  random: Random
  rules: FeeRule[]
  /** The next order's number of a year. */
  numberOf: (day: string, kind: 'SHP' | 'MAN') => string
}
