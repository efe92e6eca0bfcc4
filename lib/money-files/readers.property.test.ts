import fc from 'fast-check'
import type { Cell, SheetRow } from '../imports/sheet-reader'
import { makeNumbering } from '../wallet/number-movements'
import type { MoneyItem } from './items'
import { returnRow } from './return-words'
import { SheetReading } from './sheet-reading'

type Table = { headings: string[]; rows: string[][] }
const cell = (text: string): Cell => ({ kind: 'text', text })
const rowOf = (sheet: string, number: number, values: readonly string[]): SheetRow => ({
  ...{ sheet, number },
  cells: new Map(values.flatMap((text, at) => (text === '' ? [] : [[at, cell(text)] as const]))),
})

/** What a file of these sheets leaves to be written, each under what tells it from others, whatever order it comes in. */
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
    case 'bank':
      return []
  }
}

const order = (n: number) => `2611${String(1 + (n % 28)).padStart(2, '0')}AB${String(n).padStart(6, '0')}`
const reais = (cents: number) => (cents / 100).toFixed(2)
const day = (n: number) => `2026-11-${String(1 + (n % 28)).padStart(2, '0')}`
const amounts = fc.uniqueArray(fc.integer({ min: 100, max: 99_999 }), { minLength: 3, maxLength: 12 })

/** A file of each kind, of so many amounts: each row is one that no other is. */
const kinds: Record<string, { sheet: string; word?: number; make: (cents: number[]) => Table }> = {
  income: {
    sheet: 'Renda',
    make: (cents) => ({
      headings: [
        'Ver',
        'ID do pedido',
        'ID do reembolso',
        'Data de conclusão do pagamento',
        'Preço do produto',
        'Taxa de comissão líquida',
        'Quantia total lançada (R$)',
      ],
      rows: cents.map((each, n) => ['Order', order(n), '-', day(n), reais(each), '-1.00', reais(each - 100)]),
    }),
  },
  adjustments: {
    sheet: 'Adjustment',
    make: (cents) => ({
      headings: ['Data de conclusão do ajuste', 'Motivo do ajuste', 'Número do pedido relacionado', 'Valor do ajuste'],
      rows: cents.map((each, n) => [day(n), 'DIFAL', n % 2 ? '-' : order(n), reais(-each)]),
    }),
  },
  wallet: {
    ...{ sheet: 'Transaction Report', word: 1 },
    make: (cents) => ({
      headings: [
        'Data',
        'Tipo de transação',
        'Descrição',
        'ID do pedido',
        'Direção do dinheiro',
        'Valor',
        'Status',
        'Balança após as transações',
      ],
      rows: cents.map((each, n) => [
        `${day(n)} 10:00`,
        'Renda do pedido',
        '',
        order(n),
        'Entrada',
        reais(each),
        'ok',
        reais(each * 2),
      ]),
    }),
  },
  returns: {
    ...{ sheet: 'Sheet1', word: 3 },
    make: (cents) => ({
      headings: [
        'ID da Devolução',
        'ID do pedido',
        'Tempo de envio de devolução',
        'Status da Devolução / Reembolso',
        'Tipo de Devolução',
        'Nome do Produto',
        'SKU da Variação',
        'Quantidade de Devoluções',
        'Quantia total de reembolsos',
      ],
      // Two rows of each return: an item each.
      rows: cents.flatMap((each, n) =>
        ['A', 'B'].map((sku) => [
          `${order(n)}R`,
          order(n),
          `${day(n)} 09:00`,
          'Devolução em Andamento',
          'Devolução',
          `Produto ${sku}`,
          sku,
          '1',
          `R$ ${reais(each).replace('.', ',')}`,
        ]),
      ),
    }),
  },
  'parts of service fees': {
    sheet: 'Service Fee Details',
    make: (cents) => ({
      headings: ['Número da sequência', 'ID do pedido', 'Taxa de Transação', 'Taxa por item vendido'],
      rows: cents.map((each, n) => ['', order(n), reais(-each), '-4.50']),
    }),
  },
  affiliates: {
    ...{ sheet: 'Relatório', word: 7 },
    make: (cents) => ({
      headings: [
        'ID do pedido',
        'Status do Pedido',
        'Id de atribuição da comissão',
        'Nome do afiliado',
        'Comissão do item da marca para o Afiliado',
        'Taxa de serviço de Afiliados do Vendedor',
        'despesas',
        'Estado de dedução',
        'Número de referência SKU',
      ],
      // Two items of each order: of one attribution.
      rows: cents.flatMap((each, n) =>
        ['A', 'B'].map((sku) => [
          ...[order(n), 'Concluído', '81000001', 'ana', reais(each), '0.50', reais(each + 50), 'Deduzido', sku],
        ]),
      ),
    }),
  },
  advances: {
    ...{ sheet: 'Acelera', word: 5 },
    make: (cents) => ({
      headings: [
        'Data do resgate rápido',
        'ID do resgate rápido',
        'ID do pedido',
        'Valor dos resgates rápidos',
        'Valor recebido',
        'Status',
      ],
      rows: cents.map((each, n) => [
        `${day(1)} 10:00`,
        '="2193185766133548046"',
        order(n),
        reais(each),
        reais(each),
        'Antecipação paga',
      ]),
    }),
  },
}

describe.each(Object.entries(kinds))('the reader of %s', (_, { sheet, word, make }) => {
  const files = amounts.map(make)
  const stateOf = (table: Table) => read({ [sheet]: table })

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
      { numRuns: 25 },
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
      { numRuns: 25 },
    )
  })

  test('an unknown column, sheet or word is named with its count, and changes nothing else', () => {
    fc.assert(
      fc.property(files, ({ headings, rows }) => {
        const whole = stateOf({ headings, rows })
        const wider = read({
          [sheet]: { headings: [...headings, 'Taxa nova:'], rows: rows.map((row) => [...row, '1,50']) },
          'Aba nova': {
            headings: ['Uma coisa', 'Outra'],
            rows: [
              ['x', '1'],
              ['y', '2'],
            ],
          },
        })
        // A fee under a heading that nobody knows is kept under that heading.
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
        const told = stateOf({ headings, rows: strange })
        expect([told.bad, told.state.size]).toEqual([0, whole.state.size])
        const words = told.unread.filter(({ kind }) => kind === 'word')
        expect(words.map(({ name }) => name)).toEqual(['Palavra nova'])
        expect(words[0]!.cents).not.toBeNull()
      }),
      { numRuns: 25 },
    )
  })

  test('one row that cannot be read costs that row alone', () => {
    fc.assert(
      fc.property(files, ({ headings, rows }) => {
        const broken = headings.map((name) => (name === 'Ver' ? 'Order' : name === 'Número da sequência' ? '9' : '???'))
        const found = stateOf({ headings, rows: [...rows, broken] })
        const whole = stateOf({ headings, rows })
        expect([...found.state].toSorted()).toEqual([...whole.state].toSorted())
        expect(found.bad).toBe(1)
      }),
      { numRuns: 10 },
    )
  })
})

test('of an item’s own row nothing is read, and a kind of row that nobody knows is told with its amount', () => {
  const { headings, rows } = kinds.income!.make([1_000, 2_000])
  const table = { headings, rows: [...rows, ['Sku', ...rows[0]!.slice(1)], ['Pacote', ...rows[1]!.slice(1)]] }
  const found = read({ Renda: table })
  expect(found.state.size).toBe(2)
  expect(found.unread).toMatchObject([{ kind: 'word', name: 'Pacote', place: 'Ver', count: 1, cents: '1900' }])
})

const hash = (row: readonly string[], seed: number) =>
  [...row.join()].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, Math.abs(seed) % 1_000_003)
