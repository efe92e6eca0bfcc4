import { createHash } from 'node:crypto'

type Distortion = { odd: boolean; unknown: boolean; seed: string }

const SHARE = 4

/** Drift of real answers: numbers as text, null for empty text, members that no description names. */
export function distort(answer: object, { odd, unknown, seed }: Distortion): object {
  let drawn = 0
  const strikes = () => createHash('sha256').update(`${seed}|${drawn++}`).digest()[0]! % SHARE === 0
  const change = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(change)
    if (value !== null && typeof value === 'object') {
      const members = Object.entries(value).map(([name, member]): [string, unknown] => [name, change(member)])
      return { ...Object.fromEntries(members), ...(unknown && { novo_campo: { versao: 1, marcas: ['a', 'b'] } }) }
    }
    if (!odd) return value
    if ((typeof value === 'number' || typeof value === 'bigint') && strikes()) return String(value)
    if (value === '' && strikes()) return null
    return value
  }
  return change(answer) as object
}
