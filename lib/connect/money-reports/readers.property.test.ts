import fc from 'fast-check'
import type { Cell, SheetRow } from '@/lib/core/sheets/sheet-reader'
import { amountLists, moneySheets, type Table } from '@/lib/testing/factories/money-sheets'
import { makeNumbering } from '@/lib/money/wallet/number-movements'
import type { MoneyItem } from './items'
import { returnRow } from './return-words'
import { SheetReading } from './sheet-reading'
import { drawsOf } from '@/lib/testing/harnesses/report-figures'

const cell = (text: string): Cell => ({ kind: 'text', text })
const rowOf = (sheet: string, number: number, values: readonly string[]): SheetRow => ({
  sheet,
  number,
  cells: new Map(values.flatMap((text, at) => (text === '' ? [] : [[at, cell(text)] as const]))),
})

/** The rows that a file of these sheets leaves to be written, each under its identity, in any order. */
function read(sheets: Record<string, Table>) {
  const reading = new SheetReading()
  const number = makeNumbering()
  const state = new Map<string, string>()
  let bad = 0
  const keep = (rows: ReturnType<SheetReading['take']>) => {
    for (const row of rows) {
      if ('problems' in row) bad += 1
      else for (const [key, value] of keysOf(row.read, number)) state.set(key, value)
    }
  }
  for (const [name, { headings, rows }] of Object.entries(sheets)) {
    keep(reading.take(rowOf(name, 1, headings)))
    for (const [at, values] of rows.entries()) keep(reading.take(rowOf(name, at + 2, values)))
  }
  keep(reading.end())
  return { state, bad, unread: reading.unread.list() }
}

const json = (value: unknown) =>
  JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? `${each}` : each))
function keysOf(read: MoneyItem, number: ReturnType<typeof makeNumbering>): [string, string][] {
  switch (read.type) {
    case 'income':
      return [[`${read.item.code} ${read.item.part}`, json(read.item.lines)]]
    case 'wallet': {
      const { minute, nth, ...movement } = number(read.item)
      return [[`${minute.toISOString()} ${movement.amountCents} ${movement.balanceCents} ${nth}`, json(movement)]]
    }
    case 'returns':
      return [[read.item.number, json(returnRow(read.item))]]
    case 'advances':
      return [[`${read.item.number} ${read.item.code}`, json(read.item)]]
    case 'ads':
      return [[read.item.item, json(read.item)]]
    case 'fees':
      return read.item.fees.map((fee) => [`${read.item.code} ${fee.key}`, json(fee)])
    case 'listings':
      return [[`${read.item.item} ${read.item.model}`, json(read.item)]]
    case 'listingStats':
      return [[read.item.item, json(read.item)]]
    case 'stats':
      return [[`${read.item.day} ${read.item.basis}`, json(read.item)]]
    case 'bank':
      return [[read.item.fitid, json([read.item.day, read.item.amountCents, read.item.memo])]]
  }
}

describe.each(Object.entries(moneySheets))('the reader of %s', (_, { sheet, word, make, beside }) => {
  const files = amountLists.map(make)
  const stateOf = (table: Table, more: Record<string, Table> = {}) =>
    read({ [sheet]: table, ...beside?.(table), ...more })

  test('the order of rows and of columns means nothing', () => {
    fc.assert(
      fc.property(files, fc.integer(), ({ headings, rows }, seed) => {
        const shuffled = rows.toSorted((a, b) => hash(a, seed) - hash(b, seed))
        const turned = (row: string[]) => row.toReversed()
        const whole = stateOf({ headings, rows })
        const other = stateOf({ headings: turned(headings), rows: shuffled.map(turned) })
        expect(whole.bad).toBe(0)
        expect([...other.state].toSorted()).toEqual([...whole.state].toSorted())
      }),
      drawsOf(6, 25),
    )
  })

  test('cut into parts that overlap, in either order, or with its rows twice, it is the same', () => {
    fc.assert(
      fc.property(files, fc.nat(), fc.nat(4), fc.boolean(), ({ headings, rows }, cut, overlap, isTurned) => {
        // A return's rows stay together: a report gives a return whole.
        const step = rows.length > 1 && rows[0]![0] === rows[1]![0] ? 2 : 1
        const at = (cut % (rows.length / step)) * step
        const parts = [rows.slice(0, at + overlap * step), rows.slice(at)]
        const state = new Map<string, string>()
        for (const part of isTurned ? parts.toReversed() : parts)
          for (const [key, value] of stateOf({ headings, rows: part }).state) state.set(key, value)
        const whole = stateOf({ headings, rows })
        expect([...state].toSorted()).toEqual([...whole.state].toSorted())
        if (sheet === 'Adjustment') return
        const doubled = stateOf({ headings, rows: [...rows, ...rows] })
        expect([...doubled.state].toSorted()).toEqual([...whole.state].toSorted())
        expect(doubled.unread.filter(({ kind }) => kind === 'repeat').reduce((sum, { count }) => sum + count, 0)).toBe(
          rows.length,
        )
      }),
      drawsOf(6, 25),
    )
  })

  test('an unknown column, sheet or word is named with its count, and changes nothing else', () => {
    fc.assert(
      fc.property(files, ({ headings, rows }) => {
        const whole = stateOf({ headings, rows })
        const wider = stateOf(
          { headings: [...headings, 'Taxa nova:'], rows: rows.map((row) => [...row, '1,50']) },
          {
            'Aba nova': {
              headings: ['Uma coisa', 'Outra'],
              rows: [
                ['x', '1'],
                ['y', '2'],
              ],
            },
          },
        )
        // A fee under an unknown heading is kept under that heading.
        const known = [...wider.state].filter(([key]) => !key.includes(' column:'))
        expect(known.toSorted()).toEqual([...whole.state].toSorted())
        expect(wider.unread).toMatchObject([
          { kind: 'sheet', name: 'Aba nova', count: 3 },
          { kind: 'column', name: 'Taxa nova:', count: rows.length, cents: String(150 * rows.length) },
        ])
        if (word === undefined) return
        const strange = rows.map((row, n) =>
          n < 2 ? row.map((text, place) => (place === word ? 'Palavra nova' : text)) : row,
        )
        const state = stateOf({ headings, rows: strange })
        expect([state.bad, state.state.size]).toEqual([0, whole.state.size])
        const words = state.unread.filter(({ kind }) => kind === 'word')
        expect(words.map(({ name }) => name)).toEqual(['Palavra nova'])
        expect(words[0]!.cents).not.toBeNull()
      }),
      drawsOf(6, 25),
    )
  })

  test('one row that cannot be read costs that row alone', () => {
    fc.assert(
      fc.property(files, ({ headings, rows }) => {
        const broken = headings.map((name) => (name === 'Ver' ? 'Order' : name === 'Número da sequência' ? '9' : '???'))
        // The first rows of a template may be instructions.
        const result = stateOf({ headings, rows: [...(sheet === 'Sheet1' ? rows : []), ...rows, broken] })
        const whole = stateOf({ headings, rows })
        expect([...result.state].toSorted()).toEqual([...whole.state].toSorted())
        // A field that only explains another row rejects no row: its odd cells are reported.
        expect(beside ? result.unread.some(({ kind }) => kind === 'cell') : result.bad === 1).toBe(true)
      }),
      drawsOf(4, 10),
    )
  })
})

test('an item’s own row is not read, and an unknown kind of row is reported with its amount', () => {
  const { headings, rows } = moneySheets.income!.make([1_000, 2_000])
  const table = { headings, rows: [...rows, ['Sku', ...rows[0]!.slice(1)], ['Pacote', ...rows[1]!.slice(1)]] }
  const result = read({ Renda: table })
  expect(result.state.size).toBe(2)
  expect(result.unread).toMatchObject([{ kind: 'word', name: 'Pacote', place: 'Ver', count: 1, cents: '1900' }])
})

test('an unknown column shows its amount, and no word or number that may be a person’s', () => {
  const { headings, rows } = moneySheets.income!.make([1_000])
  const more = { 'Taxa nova': '-1,50', Destinatário: 'Zuleica Prado', Documento: '52998224725', Fone: '5511955443322' }
  const result = read({
    Renda: { headings: [...headings, ...Object.keys(more)], rows: rows.map((row) => [...row, ...Object.values(more)]) },
  })
  expect(result.unread.map(({ name, count, sample }) => [name, count, sample])).toEqual([
    ['Destinatário', 1, ''],
    ['Documento', 1, ''],
    ['Fone', 1, ''],
    ['Taxa nova', 1, '-1,50'],
  ])
})

const hash = (row: readonly string[], seed: number) =>
  [...row.join()].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, Math.abs(seed) % 1_000_003)
