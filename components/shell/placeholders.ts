import type { DestinationKey } from './navigation'

type Existing = 'dashboard' | 'products' | 'orders' | 'import' | 'expenses'

/** Where a page whose content is still to come leads meanwhile. An entry goes when its page has content. */
export const placeholders = {
  gemini: ['dashboard', 'products', 'orders'],
  manusAssistant: ['dashboard', 'import'],
  audit: ['dashboard', 'orders', 'products'],
} as const satisfies Partial<Record<DestinationKey, readonly Existing[]>>

export type PlaceholderKey = keyof typeof placeholders
