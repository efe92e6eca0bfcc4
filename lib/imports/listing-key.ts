import { createHash } from 'node:crypto'

const plain = (text: string | null) => (text ?? '').normalize('NFC').replace(/\s+/gu, ' ').trim().toLowerCase()

/**
 * An export names no item id, so a listing is known by what the seller wrote: SKU, item name and variation. The platform's
 * API gives the same three for each item and model: a sync computes this key, finds the listing and adds the ids to it.
 */
export function exportListingKey(item: { sku: string | null; title: string; variation: string | null }): string {
  const parts = [plain(item.sku), plain(item.title), plain(item.variation)]
  return `x:${createHash('sha256').update(parts.join('\u0000')).digest('base64url').slice(0, 27)}`
}
