import type { Counts, ScanState } from '@/lib/sales/packing/scan-session'

const COUNTS = 'packing-counts'
const SHIFT = 'packing-shift'
/** A count older than that belongs to another shift. */
const SHIFT_MS = 12 * 3_600_000

type KeptCounts = { parcelId: string; counts: Counts }
type KeptShift = { packed: number; at: number }

/** The scans of the open parcel outlive a reload of this tab, and end with the parcel. */
export function keepCounts(state: ScanState): void {
  if (state.at === 'label') keep<KeptCounts>(COUNTS, null)
  else if (state.at !== 'looking') keep<KeptCounts>(COUNTS, { parcelId: state.parcel.id, counts: state.counts })
}

export function countsKept(parcelId: string): Counts {
  const kept = read<KeptCounts>(COUNTS)
  if (kept?.parcelId !== parcelId) return {}
  return Object.fromEntries(Object.entries(kept.counts).filter(([, units]) => Number.isInteger(units) && units > 0))
}

export const keepPacked = (packed: number) => keep<KeptShift>(SHIFT, { packed, at: Date.now() })

/** How many this tab packed before it was reloaded. */
export function packedKept(): number {
  const kept = read<KeptShift>(SHIFT)
  return kept && Date.now() - kept.at < SHIFT_MS && Number.isInteger(kept.packed) ? kept.packed : 0
}

function keep<Value>(key: string, value: Value | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // A browser that keeps nothing counts from the start after a reload.
  }
}

function read<Value>(key: string): Value | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as Value | null
  } catch {
    return null
  }
}
