import type { FeeRule } from '@/lib/money/fees/schema'
import type { DemoClock } from './clock'
import type { Random } from './random'

/** The common input of all parts of the demonstration company. */
export type DemoScope = {
  organizationId: string
  userId: string
  clock: DemoClock
  random: Random
  rules: FeeRule[]
  /** The next order's number of a year. */
  numberOf: (day: string, kind: 'SHP' | 'MAN') => string
}
