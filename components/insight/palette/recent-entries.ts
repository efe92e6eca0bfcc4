const storageKey = 'palette-recent'
const kept = 6

/** The pages and actions last chosen on this device, by their keys: neither orders nor products, nor whose company it was. */
export function readRecent(): string[] {
  try {
    const result: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(result) ? result.filter((key) => typeof key === 'string').slice(0, kept) : []
  } catch {
    return []
  }
}

export function keepRecent(key: string) {
  try {
    localStorage.setItem(storageKey, JSON.stringify([key, ...readRecent().filter((one) => one !== key)].slice(0, kept)))
  } catch {
    // Storage may be switched off; then nothing is remembered.
  }
}
