import 'server-only'
import { blindIndex } from '@/lib/core/database/blind-index'

/**
 * The trace of a buyer once the personal data are gone: a keyed hash of the platform's username, so that repeat buyers
 * count. The organization is part of it, so that two companies cannot compare their buyers.
 */
export function buyerKey(organizationId: string, username: string): string {
  const name = username.normalize('NFC').trim().toLowerCase()
  return blindIndex('buyer key', [organizationId, 'shopee', name]).toString('hex')
}
