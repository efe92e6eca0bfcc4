/**
 * The marketplace's text about a buyer, or null where it is masked (`****`, `M***a`, `******64`): a text that many
 * share names none of them, and no key, search or screen may take it for a name.
 */
export const unmasked = (text: string | null): string | null => (text?.includes('**') ? null : text)
