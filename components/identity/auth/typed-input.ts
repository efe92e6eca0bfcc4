type TextControl = HTMLInputElement | HTMLTextAreaElement

const isText = (target: EventTarget | null): target is TextControl =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !['search', 'password', 'checkbox', 'radio'].includes(target.type))

/** Follows what is typed anywhere on the page; `hasTyped` says whether some of it would be lost by leaving. */
export function followTyping(): { hasTyped: () => boolean; stop: () => void } {
  const typed = new Set<HTMLElement>()
  const onInput = ({ target }: Event) => {
    if (isText(target) || (target instanceof HTMLElement && target.isContentEditable)) typed.add(target)
  }
  document.addEventListener('input', onInput, { capture: true })
  const standsThere = (element: HTMLElement) =>
    element.isConnected && (isText(element) ? element.value : element.textContent) !== ''
  return {
    hasTyped: () => isGuarded() || [...typed].some(standsThere),
    stop: () => document.removeEventListener('input', onInput, { capture: true }),
  }
}

/** Forms that guard their unsaved changes refuse this event, and so tell of themselves. */
const isGuarded = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
