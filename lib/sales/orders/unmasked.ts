/**
 * What the marketplace tells of a buyer, or null where it hides it (`****`, `M***a`, `******64`): what many share names none of them, and no
 * key, search or screen may take it for a name.
 */
export const unmasked = (text: string | null): string | null => (text?.includes('**') ? null : text)
