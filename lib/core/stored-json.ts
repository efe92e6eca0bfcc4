const wellFormed = (text: string) => Buffer.from(text.replaceAll('\0', '')).toString()

/**
 * JSON as jsonb takes it: amounts and counts as numbers (those of an order are far below 2^53), and texts without what jsonb
 * refuses: U+0000 and halves of surrogate pairs.
 */
export const storedJson = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner === 'bigint') return Number(inner)
    if (typeof inner !== 'string') return inner
    return wellFormed(inner)
  })

/** A text as a text column takes it, and no longer than that: no U+0000, no half of a surrogate pair. */
export const storedText = (value: string, length: number): string =>
  Buffer.from(
    value
      .slice(0, length * 2)
      .replaceAll('\0', '')
      .slice(0, length),
  ).toString()
