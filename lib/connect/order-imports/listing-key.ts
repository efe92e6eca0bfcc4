import { createHash } from 'node:crypto'

type Item = { sku: string | null; title: string; variation: string | null }

/** The recent keys: an export repeats the same few values. */
const keys = new Map<string, string>()
const mostKeys = 5_000

const plain = (text: string | null) => (text ?? '').normalize('NFC').replace(/\s+/gu, ' ').trim().toLowerCase()

/**
 * An export names no item id, so a listing is known by what the seller wrote: SKU, item name and variation. The platform's
 * API gives the same three for each item and model: a sync computes this key, finds the listing and adds the ids to it.
 */
export function exportListingKey({ sku, title, variation }: Item): string {
  const written = `${sku ?? ''}\u0000${title}\u0000${variation ?? ''}`
  const known = keys.get(written)
  if (known) return known
  const parts = [plain(sku), plain(title), plain(variation)]
  const key = `x:${createHash('sha256').update(parts.join('\u0000')).digest('base64url').slice(0, 27)}`
  if (keys.size === mostKeys) keys.clear()
  keys.set(written, key)
  return key
}
