import { z } from 'zod'
import {
  cents,
  centsOf,
  count,
  fields,
  flag,
  id,
  idOrZero,
  integer,
  key,
  list,
  maybe,
  requiredTime,
  text,
  time,
  wordList,
} from './lenient'
import { parseJson, writeJson } from './json'

const read = <S extends z.ZodType>(schema: S, value: unknown) => schema.parse(value)

test.each([
  [301.98, 30198n],
  ['301.98', 30198n],
  [0.1 + 0.2, 30n],
  [37.719999999999995, 3772n],
  [1.005, 101n],
  [-1.005, -101n],
  [-8.03, -803n],
  ['1e2', 10000n],
  [0, 0n],
  ['0.00', 0n],
  ['79.50', 7950n],
  [1e-9, 0n],
  ['', null],
  ['-', null],
  [null, null],
  [undefined, null],
  ['R$ 12,34', null],
  ['12,34', null],
  [{}, null],
  [[12.5], 1250n],
  ['1e400', null],
  [Number.NaN, null],
])('the amount %p is %p cents', (value, expected) => {
  expect(centsOf(value)).toBe(expected)
})

test.each([
  [
    'text',
    text,
    [
      ['a', 'a'],
      [' a ', 'a'],
      [7, '7'],
      [true, 'true'],
      ['-', null],
      ['', null],
      [null, null],
      [['x', 'y'], 'x'],
      [{}, null],
      [[], null],
    ],
  ],
  [
    'id',
    id,
    [
      [123, '123'],
      ['9223372036854775807', '9223372036854775807'],
      [0, null],
      ['0', null],
      ['x', null],
      [1.5, null],
      [-1, null],
      ['007', '7'],
    ],
  ],
  [
    'id or zero',
    idOrZero,
    [
      [null, '0'],
      [0, '0'],
      ['12', '12'],
    ],
  ],
  [
    'integer',
    integer,
    [
      [3, 3],
      ['3', 3],
      ['3.0', 3],
      [3.5, null],
      ['', null],
      [-2, -2],
    ],
  ],
  [
    'count',
    count,
    [
      ['4', 4],
      [-1, 0],
      [null, 0],
    ],
  ],
  [
    'flag',
    flag,
    [
      [true, true],
      ['true', true],
      ['false', false],
      [1, true],
      [0, false],
      ['1', true],
      [null, false],
      ['TRUE', true],
    ],
  ],
  [
    'time',
    time,
    [
      [1660123127, new Date(1660123127000)],
      ['1660123127', new Date(1660123127000)],
      [0, null],
      [null, null],
      [1767679728656, new Date(1767679728656)],
      [-5, null],
      ['x', null],
    ],
  ],
  [
    'words',
    wordList,
    [
      [
        ['a', 'b'],
        ['a', 'b'],
      ],
      ['a', ['a']],
      [2, ['2']],
      [null, []],
      [['-', null, 'c'], ['c']],
    ],
  ],
  ['cents', cents, [['1.10', 110n]]],
] as [string, z.ZodType, [unknown, unknown][]][])('reads odd types as %s', (_name, schema, cases) => {
  for (const [given, expected] of cases) expect([given, read(schema, given)]).toEqual([given, expected])
})

const shape = fields({ sn: key, price: cents, inner: maybe(fields({ a: text })), rows: list(fields({ n: integer })) })

test('absent fields read as blank, unknown ones stay out', () => {
  expect(read(shape, { sn: 'S', surprise: 1 })).toEqual({ sn: 'S', price: null, inner: null, rows: [] })
})

test('a list where one object is documented, and one object where a list is', () => {
  expect(read(shape, { sn: 'S', inner: [{ a: 'x' }], rows: { n: 1 } })).toMatchObject({
    inner: { a: 'x' },
    rows: [{ n: 1 }],
  })
  expect(read(shape, { sn: 'S', inner: '', rows: [null, { n: '2' }] })).toMatchObject({ inner: null, rows: [{ n: 2 }] })
  expect(read(shape, { sn: 'S', inner: [], rows: null })).toMatchObject({ inner: null, rows: [] })
})

test('a missing required field is refused, and named', () => {
  expect(shape.safeParse({ sn: '-' }).error?.issues[0]).toMatchObject({ path: ['sn'], message: 'needs text' })
  expect(shape.safeParse('text').success).toBe(false)
  expect(requiredTime.safeParse(0).success).toBe(false)
})

describe('JSON keeps the digits of what a double would change', () => {
  test.each([
    ['9007199254740993', '9007199254740993'],
    ['18446744073709551615', '18446744073709551615'],
    ['4965804244309504855', '4965804244309504855'],
    ['779222207758537', 779222207758537],
    ['12.34', 12.34],
    ['1e999', '1e999'],
  ])('%s', (digits, expected) => {
    expect(parseJson(`{"id":${digits}}`)).toEqual({ id: expected })
  })

  test('written ids are numbers again, digit by digit', () => {
    expect(writeJson({ item_id: 18446744073709551615n, stock: 3 })).toBe('{"item_id":18446744073709551615,"stock":3}')
  })

  test('the last value of a repeated key stands', () => {
    expect(parseJson('{"a":1,"a":2}')).toEqual({ a: 2 })
  })

  test('a key named __proto__ changes no object', () => {
    parseJson('{"__proto__":{"polluted":true}}')
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})
