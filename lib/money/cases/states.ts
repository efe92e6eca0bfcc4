import type { CaseState } from '@/lib/generated/prisma/enums'

export const caseStates = [
  'detected',
  'filed',
  'in_review',
  'approved',
  'denied',
  'paid',
  'expired',
  'written_off',
] as const satisfies readonly CaseState[]

/** Where a case may go by somebody's hand; `expired` is the clock's alone, `detected` is reopening. Money may come back at any time. */
const steps: Record<CaseState, readonly CaseState[]> = {
  detected: ['filed', 'paid', 'written_off'],
  filed: ['in_review', 'approved', 'denied', 'paid'],
  in_review: ['approved', 'denied', 'paid'],
  approved: ['paid', 'denied'],
  denied: ['detected', 'paid'],
  expired: ['detected', 'paid'],
  paid: ['detected'],
  written_off: ['detected'],
}

export const listSteps = (from: CaseState) => steps[from]
export const canStep = (from: CaseState, to: CaseState) => steps[from].includes(to)

const closed: readonly CaseState[] = ['denied', 'paid', 'expired', 'written_off']
export const isClosed = (state: CaseState) => closed.includes(state)
/** The clock runs only until a case is filed. */
export const hasClock = (state: CaseState) => state === 'detected'
