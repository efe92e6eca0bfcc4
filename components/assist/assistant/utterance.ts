const LEAST_CHARACTERS = 120

/** The next whole sentences after `from`, once there are enough of them to say; the rest when it is done. */
export function nextUtterance(text: string, from: number, done: boolean): { say: string; to: number } {
  const rest = text.slice(from)
  if (done) return { say: plain(rest), to: text.length }
  const ends = [...rest.matchAll(/[.!?:;](?=\s)|\n/g)]
  const last = ends.at(-1)
  const length = last ? last.index + 1 : 0
  return length < LEAST_CHARACTERS ? { say: '', to: from } : { say: plain(rest.slice(0, length)), to: from + length }
}

const plain = (text: string) =>
  text
    .replace(/[*_`#]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
