import { hasShortcuts } from './shortcut-preference'

const typingSelector =
  'input, textarea, select, [contenteditable], [role=textbox], [role=combobox], [role=listbox], [role=menu]'
const takesNone = 'input[type=checkbox], input[type=radio], input[type=button], input[type=submit]'

/** Whether a letter or sign is meant for the page: nothing takes text, nothing lies above the page, and the person wants it. */
export function isShortcut(event: KeyboardEvent): boolean {
  const isHeld = (event.ctrlKey || event.altKey || event.metaKey) && !event.getModifierState('AltGraph')
  if (event.defaultPrevented || event.isComposing || event.repeat || isHeld || event.key.length !== 1) return false
  const target = event.target instanceof Element ? event.target : null
  const field = target?.closest(typingSelector)
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
