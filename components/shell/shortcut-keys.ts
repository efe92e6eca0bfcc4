import type { DestinationKey } from './navigation'
import { hasShortcuts } from './shortcut-preference'

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

const takesLetters =
  'input, textarea, select, [contenteditable], [role=textbox], [role=combobox], [role=listbox], [role=menu]'
const takesNone = 'input[type=checkbox], input[type=radio], input[type=button], input[type=submit]'

/** Whether a letter or sign is meant for the page: nothing takes text, nothing lies above the page, and the person wants it. */
export function isShortcut(event: KeyboardEvent): boolean {
  const isHeld = (event.ctrlKey || event.altKey || event.metaKey) && !event.getModifierState('AltGraph')
  if (event.defaultPrevented || event.isComposing || event.repeat || isHeld || event.key.length !== 1) return false
  const target = event.target instanceof Element ? event.target : null
  const field = target?.closest(takesLetters)
  if (field && !field.matches(takesNone)) return false
  return hasShortcuts() && !document.querySelector('[aria-modal=true]') && !openPopover()
}

function openPopover(): Element | null {
  try {
    return document.querySelector(':popover-open')
  } catch {
    // A browser that does not know the selector opens none.
    return null
  }
}
