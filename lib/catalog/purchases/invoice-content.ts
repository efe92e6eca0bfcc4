import { z } from 'zod'
import { isDay } from '@/lib/core/dates'
import { maxMoneyCents } from '@/lib/core/money'
import { landedOf, noExtras, shareExtras, type Extras } from './apportion'

const cents = z
  .union([z.bigint(), z.int().transform(BigInt)])
  .refine((amount) => amount >= 0n && amount <= maxMoneyCents)
const extras = {
  freightCents: cents,
  ipiCents: cents,
  stCents: cents,
  otherCents: cents,
  discountCents: cents,
}
const line = z.object({
  code: z.string(),
  ean: z.string().nullable(),
  title: z.string(),
  unit: z.string(),
  /** Plain decimal text, in the supplier's unit. */
  quantity: z.string(),
  goodsCents: cents,
  /** Given away: goods that came, for which nothing is owed. */
  isGift: z.boolean().default(false),
  ...extras,
})

/**
 * The content of a supplier's NF-e, as it is stored: the lines' shares of each cost add up to the invoice's own totals.
 */
export const invoiceContent = z.object({
  supplier: z.object({ document: z.string(), name: z.string(), phone: z.string().nullable() }),
  totals: z.object({ goodsCents: cents, ...extras, totalCents: cents }),
  /** Null where the invoice leaves the day open. */
  instalments: z.array(z.object({ dueOn: z.string().refine(isDay).nullable(), amountCents: cents })),
  lines: z.array(line),
  /** Work done, on the same invoice: owed, and no goods. */
  services: z.array(z.object({ title: z.string(), amountCents: cents })).default([]),
  /** The invoice says that it is without payment. */
  owesNothing: z.boolean().default(false),
})
export type InvoiceContent = z.output<typeof invoiceContent>
export type InvoiceLine = z.output<typeof line>

/** As the database keeps it: cents of an invoice fit a number. */
export const storeContent = (content: InvoiceContent): object =>
  JSON.parse(
    JSON.stringify(content, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value)),
  ) as object

/** Costs that the lines do not tell in full are shared out by value. */
export function settleShares(content: InvoiceContent): InvoiceContent {
  const { totals, lines } = content
  const extras: Extras = { ...noExtras }
  for (const kind of Object.keys(noExtras) as (keyof Extras)[])
    extras[kind] = lines.reduce((sum, each) => sum + each[kind], 0n)
  const shares = shareExtras(
    totals,
    lines.map(({ goodsCents }) => goodsCents),
  )
  const settled = lines.map((each, index) => {
    const share = { ...noExtras }
    for (const kind of Object.keys(noExtras) as (keyof Extras)[])
      share[kind] = extras[kind] === totals[kind] ? each[kind] : shares[index]![kind]
    return { ...each, ...share }
  })
  return { ...content, lines: settled }
}

/** The part of the invoice's total beyond the sum of its parts, in cents. */
export const unexplainedCents = ({ totals, services }: InvoiceContent): bigint =>
  totals.totalCents - landedOf(totals.goodsCents, totals) - servicesCents(services)

export const servicesCents = (services: InvoiceContent['services']): bigint =>
  services.reduce((sum, { amountCents }) => sum + amountCents, 0n)

/** The amount due at once where the invoice lists no instalments: all of it without the free goods. */
export const owedCents = ({ totals, lines, owesNothing }: InvoiceContent): bigint => {
  if (owesNothing) return 0n
  const given = lines.reduce((sum, each) => (each.isGift ? sum + landedOf(each.goodsCents, each) : sum), 0n)
  return given < totals.totalCents ? totals.totalCents - given : 0n
}

/** How many of ours the supplier's quantity makes; null where that is no whole number. */
export function unitsOf(quantity: string, unitsPerPack: number): number | null {
  const [whole = '0', fraction = ''] = quantity.split('.')
  const scaled = BigInt(whole + fraction) * BigInt(unitsPerPack)
  const scale = 10n ** BigInt(fraction.length)
  const units = scaled / scale
  return scaled % scale === 0n && units > 0n && units <= 1_000_000n ? Number(units) : null
}
