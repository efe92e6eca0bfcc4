import { z } from 'zod'
import { parseInput } from './parse-input'

const schema = z.strictObject({ name: z.string().min(5, 'short').regex(/^\d+$/, 'digits') })

test('all faults are reported, by field', () => {
  expect(parseInput(schema, { name: '12345' })).toEqual({ name: '12345' })
  const refused = { code: 'invalidInput', fields: { name: ['short', 'digits'], _: [expect.stringContaining('more')] } }
  expect(() => parseInput(schema, { name: 'a', more: 1 })).toThrow(expect.objectContaining(refused))
})
