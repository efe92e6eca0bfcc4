import type { DestinationKey } from './navigation'

/** Where G and then the letter leads: the letter of the page's Portuguese name, or of what one does there. */
export const shortcutPlaces = [
  { letter: 'd', page: 'dashboard' },
  { letter: 'h', page: 'companyHub' },
  { letter: 'r', page: 'companyPanel' },
  { letter: 'a', page: 'companyAnalytics' },
  { letter: 'p', page: 'companyOrders' },
  { letter: 'c', page: 'products' },
  { letter: 'e', page: 'companyProducts' },
  { letter: 'm', page: 'companyMapping' },
  { letter: 'g', page: 'companyExpenses' },
  { letter: 'l', page: 'companyShops' },
  { letter: 's', page: 'shopeeCentral' },
  { letter: 't', page: 'productivity' },
  { letter: 'i', page: 'import' },
  { letter: 'n', page: 'notifications' },
] as const satisfies readonly { letter: string; page: DestinationKey }[]

export type ShortcutPlace = (typeof shortcutPlaces)[number]
