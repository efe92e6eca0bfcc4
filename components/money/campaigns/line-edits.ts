import type { Language } from '@/lib/core/language'
import { formatAmount, parseMoney } from '@/lib/core/money'
import type { CampaignLine } from '@/lib/money/campaigns/schema'

export type LineDraft = { price: string; units: string }
/** Typed since the last save, by listing; a part that is not here is as it was saved. */
export type LineEdits = Readonly<Record<string, Partial<LineDraft>>>
export type LineFaults = Record<string, { price?: string; units?: string }>
type ReadLines = { ok: true; lines: CampaignLine[] } | { ok: false; faults: LineFaults }

export const draftOf = (saved: CampaignLine, edits: LineEdits, language: Language): LineDraft => ({
  price: formatAmount(saved.priceCents, language),
  units: String(saved.units),
  ...edits[saved.listingId],
})

/** The lines as they are to be saved; else what cannot be read, each at its place. */
export function readLines(rows: readonly CampaignLine[], edits: LineEdits, language: Language): ReadLines {
  const faults: LineFaults = {}
  const lines = rows.map((row) => {
    const { price, units } = draftOf(row, edits, language)
    const money = parseMoney(price, language)
    const count = /^\s*\d{1,6}\s*$/.test(units) ? Number(units) : 0
    const fault = {
      ...(!money.ok && { price: `errors.${money.error}` }),
      ...(money.ok && money.cents <= 0n && { price: 'campaigns.fields.priceMissing' }),
      ...(count < 1 && { units: 'campaigns.fields.unitsInvalid' }),
    }
    if (Object.keys(fault).length > 0) faults[row.listingId] = fault
    return { listingId: row.listingId, priceCents: money.ok ? money.cents : 0n, units: count }
  })
  return Object.keys(faults).length > 0 ? { ok: false, faults } : { ok: true, lines }
}

/** The edits that are still to be saved: of lines that are in the plan, where they say something else than it does. */
export function unsavedOf(rows: readonly CampaignLine[], edits: LineEdits, language: Language): LineEdits {
  const unsaved: Record<string, Partial<LineDraft>> = {}
  for (const row of rows) {
    const read = readLines([row], edits, language)
    const [line] = read.ok ? read.lines : []
    const isSaved = line?.priceCents === row.priceCents && line.units === row.units
    if (edits[row.listingId] && !isSaved) unsaved[row.listingId] = edits[row.listingId]!
  }
  return unsaved
}
