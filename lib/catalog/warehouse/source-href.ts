import { returnPath } from '@/lib/sales/returns/schema'
import { countPath } from './count-schema'

const warehouse = '/dashboard/minha-empresa/produtos'

/** The page of what a movement comes from; null where it has none of its own. */
export function sourceHref(kind: string, pageId: string): string | null {
  if (kind === 'order' || kind === 'order_receipt') return `/dashboard/orders/${pageId}`
  if (kind === 'return') return returnPath(pageId)
  if (kind === 'count') return countPath(pageId)
  if (kind === 'purchase_receipt' || kind === 'purchase_reversal') return `${warehouse}/compras/${pageId}`
  if (kind === 'sheet') return `${warehouse}/planilhas/${pageId}`
  return null
}
