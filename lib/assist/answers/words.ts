/** Every word without accents, case and punctuation, one space apart and around. Days keep their strokes, SKUs their hyphens. */
export const plain = (text: string): string =>
  ` ${text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replace(/(?<=\d)(?:st|nd|rd|th|[ºª°])(?![\p{L}\p{N}])/gu, '')
    .replace(/(?<=\p{L})['’]s(?!\p{L})/gu, '')
    .replace(/[^\p{L}\p{N}/_-]+/gu, ' ')
    .replace(/(?<![\p{L}\p{N}])[-/_]+|[-/_]+(?![\p{L}\p{N}])/gu, ' ')
    .trim()
    .replace(/ +/g, ' ')} `

const taken = '¤'

const made = new WeakMap<RegExp, RegExp>()
/** The pattern between two spaces; made once for each. */
function wholeWords(pattern: RegExp): RegExp {
  const known = made.get(pattern)
  if (known) return known
  const whole = new RegExp(`(?<= )(?:${pattern.source})(?= )`, 'g')
  made.set(pattern, whole)
  return whole
}

/** The words of a question, from which understood ones are taken out: the rest was not understood. */
export class Words {
  constructor(private text: string) {}

  /** Where the others begin stays as it was. */
  take(pattern: RegExp): RegExpExecArray[] {
    const results = [...this.text.matchAll(wholeWords(pattern))]
    for (const { index, 0: words } of results)
      this.text = this.text.slice(0, index) + taken.repeat(words.length) + this.text.slice(index + words.length)
    return results
  }

  /** Runs of words that are left, without those that say nothing at their ends. */
  left(fillers: ReadonlySet<string>): string[] {
    return this.text.split(taken).flatMap((run) => {
      const words = run.split(' ').filter(Boolean)
      const first = words.findIndex((word) => !fillers.has(word))
      return first < 0 ? [] : [words.slice(first, words.findLastIndex((word) => !fillers.has(word)) + 1).join(' ')]
    })
  }

  copy = () => new Words(this.text)
}

/** One letter too many, too few, another, or two in the wrong order. */
export function isNear(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return a === b
  let start = 0
  while (start < a.length && a[start] === b[start]) start += 1
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  const [x, y] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  return (x.length <= 1 && y.length <= 1) || (x.length === 2 && y.length === 2 && x[0] === y[1] && x[1] === y[0])
}
