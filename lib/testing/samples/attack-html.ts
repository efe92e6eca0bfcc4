import fc from 'fast-check'
import { PAYLOAD_NUMBER, payload } from './attack-grammar'

const SCRAPS = (
  '< > " \' = / ` & ; : ( ) \0 \t \n \r \f \u00a0 \u200b \u2028 \ufeff \ud800 &lt; &#x6a &#0; &amp; &Tab; <! <!-- --> --!> <![CDATA[ ]]> </ ' +
  '<p> </p> <a <svg> </svg> <math> </style> <style> </script> <script> <noscript> </noscript> <template> javascript: data: onerror= ' +
  'onload=hit(№) href= src=x <img </textarea> <textarea> </title> <mglyph> <foreignObject> </form> <form> <table> <select> İ K ſ ＜'
).split(' ')
type Change = [kind: number, place: number, length: number, scrap: string]
const change: fc.Arbitrary<Change> = fc.tuple(
  fc.nat(5),
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.integer({ min: 1, max: 12 }),
  fc.oneof(fc.constantFrom(...SCRAPS), fc.string({ unit: 'binary', minLength: 1, maxLength: 2 })),
)
function apply(text: string, [kind, place, length, scrap]: Change): string {
  const at = Math.floor(place * text.length)
  const [before, part, after] = [text.slice(0, at), text.slice(at, at + length), text.slice(at + length)]
  if (kind === 0) return before + after
  if (kind === 1) return before + part + part + after
  if (kind === 2) return before + part.toUpperCase() + after
  if (kind === 3) return after + before + part
  return before + scrap + (kind === 4 ? part : '') + after
}
const fuzzed = fc
  .tuple(payload, payload, fc.boolean(), fc.array(change, { minLength: 1, maxLength: 8 }))
  .map(([one, other, splices, changes]) =>
    changes.reduce(apply, splices ? one.slice(0, one.length / 2) + other.slice(other.length / 2) : one),
  )

const base64 = (text: string) => Buffer.from(text).toString('base64')
const finish = (text: string, number: number) =>
  text.replaceAll(PAYLOAD_NUMBER, String(number)).replace(/\[\[(.*?)\]\]/gs, (_, inner: string) => base64(inner))

/**
 * The texts of one draw: so many by the grammar, then so many of these torn, spliced and mixed with scraps. Each calls
 * `hit` with its place.
 */
export function attackHtml(seed: number, { generated, fuzzes }: { generated: number; fuzzes: number }): string[] {
  const texts = [
    ...fc.sample(payload, { seed, numRuns: generated }),
    ...fc.sample(fuzzed, { seed: seed + 1, numRuns: fuzzes }),
  ]
  return texts.map(finish)
}
