import { createHash } from 'node:crypto'

/** Whether a row says all that an earlier one of the file said: joined files and pages that overlap have rows twice. */
export function makeRowTwice(): (said: string) => boolean {
  const known = new Set<string>()
  return (said) => {
    const hash = createHash('sha256').update(said).digest('base64').slice(0, 22)
    if (known.has(hash)) return true
    known.add(hash)
    return false
  }
}
