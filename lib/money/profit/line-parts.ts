import type { MoneyKind } from '@/lib/generated/prisma/enums'

/** The parts of the result's lines, each shown below its line and adding up to it. */
export const lineParts = {
  fees: ['commission', 'service', 'affiliate', 'protection', 'channel_fee', 'pix_discount', 'pix_rebate', 'other'],
  freight: ['freight_paid', 'freight_rebate', 'freight_charged', 'reverse_freight'],
} as const satisfies Record<string, readonly MoneyKind[]>
export type LineWithParts = keyof typeof lineParts
export type LinePart = (typeof lineParts)[LineWithParts][number]

export const linesWithParts = Object.keys(lineParts) as LineWithParts[]
export const allLineParts: readonly LinePart[] = linesWithParts.flatMap((line): readonly LinePart[] => lineParts[line])
export const isLinePart = (kind: MoneyKind): kind is LinePart => (allLineParts as readonly MoneyKind[]).includes(kind)
