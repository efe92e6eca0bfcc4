import fc from 'fast-check'
import type { Cell, SheetRow } from '@/lib/core/sheets/sheet-reader'
import { RowGroups } from './group-rows'
import { layoutOf, type CatalogueLayout } from './layout'
import { readRow } from './read-row'

type Table = { headings: string[]; rows: string[][] }
const cell = (text: string): Cell => ({ kind: 'text', text })
const rowOf = (number: number, values: readonly string[]): SheetRow => ({
  number,
  cells: new Map(values.flatMap((text, at) => (text === '' ? [] : [[at, cell(text)] as const]))),
})

/** The sheet's data of each product, with its rows in any order. */
function read({ headings, rows }: Table) {
  const layout = layoutOf(new Map(headings.entries()), true) as CatalogueLayout
  const groups = layout.shape === 'products' ? null : new RowGroups(layout)
  const state = new Map<string, string>()
  let [bad, odd] = [0, 0]
  for (const [at, values] of rows.entries()) {
    const row = readRow(rowOf(at + 2, values), layout)
    if (!row) continue
    odd += row.odd.length
    if (row.problems.length > 0) bad += 1
    else if (groups) groups.take(row)
    else state.set(String(row.values.sku), JSON.stringify(row.values))
  }
  for (const [key, { row, parts }] of groups?.groups ?? []) {
    const { deposit: _, componentSku: __, componentQuantity: ___, ...values } = row.values
    const list = [...parts.values()].map(({ sku, quantity }) => `${sku} × ${quantity}`).toSorted()
    state.set(key, JSON.stringify([layout.shape === 'kits' ? values.sku : values, list]))
  }
  return { shape: layout.shape, state: [...state].toSorted(), bad, odd }
}

const reais = (cents: number) => (cents / 100).toFixed(2).replace('.', ',')
const amounts = fc.uniqueArray(fc.integer({ min: 100, max: 99_999 }), { minLength: 2, maxLength: 10 })
const sheets: Record<string, { shape: string; make: (cents: number[]) => Table }> = {
  'our own': {
    shape: 'products',
    make: (cents) => ({
      headings: ['SKU', 'Título', 'Preço', 'Estoque contado', 'Peso (g)', 'Códigos de barras'],
      rows: cents.map((each, n) => [`S-${n}`, 'Caneca', reais(each), String(n), '250', '7891234567895']),
    }),
  },
  'Bling’s': {
    shape: 'products',
    make: (cents) => ({
      headings: [
        'Código',
        'Descrição',
        'Unidade',
        'NCM',
        'Preço',
        'Situação',
        'Estoque',
        'Preço de custo',
        'GTIN/EAN',
        'Cross-Docking',
        'Tipo Produção',
      ],
      rows: cents.map((each, n) => [
        `S-${n}`,
        'Caneca',
        'PÇ',
        '6911.10.10',
        reais(each),
        'Ativo',
        '12,00',
        '1,50',
        '',
        '2',
        'P',
      ]),
    }),
  },
  'Bling’s of balances': {
    shape: 'balances',
    make: (cents) => ({
      headings: [
        'ID Produto',
        'Codigo produto *',
        'Descrição Produto',
        'Deposito (OBRIGATÓRIO)',
        'Balanço (OBRIGATÓRIO)',
      ],
      rows: cents.flatMap((each, n) =>
        ['Geral', 'Loja'].map((deposit, at) => [`${n}`, `S-${n}`, 'Caneca', deposit, `${each + at}`]),
      ),
    }),
  },
  'our own of kits': {
    shape: 'kits',
    make: (cents) => ({
      headings: ['SKU do kit', 'Título do kit', 'SKU do componente', 'Quantidade do componente'],
      rows: cents.flatMap((each, n) =>
        ['A', 'B'].map((part, at) => [`K-${n}`, 'Kit', part, `${(each % 50) + at + 1}`]),
      ),
    }),
  },
}
/** Sheets of other systems: their headings with a row's values, and the values that differ from row to row. */
const ofSystem = (headings: string[], valuesOf: (each: number, n: number) => string[][]) => (cents: number[]) => ({
  headings,
  rows: cents.flatMap((each, n) => valuesOf(each, n)),
})
Object.assign(sheets, {
  'Tiny’s': {
    shape: 'products',
    make: ofSystem(
      ['Código (SKU)', 'Descrição', 'Unidade', 'Preço', 'Estoque', 'Preço de custo', 'GTIN/EAN'],
      (each, n) => [[`S-${n}`, 'Caneca', 'UN', reais(each), '12,00', '1,50', '7891234567895']],
    ),
  },
  'Tiny’s of balances': {
    shape: 'balances',
    make: ofSystem(['Código (SKU)', 'Descrição', 'Depósito', 'Saldo'], (each, n) =>
      ['Geral', 'Loja'].map((deposit, at) => [`S-${n}`, 'Caneca', deposit, `${each + at}`]),
    ),
  },
  'Tiny’s of kits': {
    shape: 'kits',
    make: ofSystem(['Código do kit (SKU)', 'Descrição do kit', 'SKU do componente', 'Quantidade no kit'], (each, n) =>
      ['A', 'B'].map((part, at) => [`K-${n}`, 'Kit', part, `${(each % 50) + at + 1}`]),
    ),
  },
  'UpSeller’s': {
    shape: 'products',
    make: ofSystem(
      ['SKU', 'Título', 'Preço de varejo', 'Custo de Compra', 'Peso (g)', 'Código de Barras'],
      (each, n) => [[`S-${n}`, 'Caneca', reais(each), '1,50', '250', '7891234567895']],
    ),
  },
  'UpSeller’s of balances': {
    shape: 'balances',
    make: ofSystem(['SKU', 'Título', 'Armazém', 'Estoque Total'], (each, n) =>
      ['Geral', 'Loja'].map((deposit, at) => [`S-${n}`, 'Caneca', deposit, `${each + at}`]),
    ),
  },
  'UpSeller’s of kits': {
    shape: 'kits',
    make: ofSystem(['SKU Combinado', 'Título', 'SKU Individual', 'Quantidade'], (each, n) =>
      ['A', 'B'].map((part, at) => [`K-${n}`, 'Kit', part, `${(each % 50) + at + 1}`]),
    ),
  },
  'Bling’s of kits': {
    shape: 'kits',
    make: ofSystem(['Código Produto', 'Descrição produto', 'Código componente', 'Quantidade'], (each, n) =>
      ['A', 'B'].map((part, at) => [`K-${n}`, 'Kit', part, `${(each % 50) + at + 1}`]),
    ),
  },
} satisfies typeof sheets)
const hash = (row: readonly string[], seed: number) =>
  [...row.join()].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, Math.abs(seed) % 1_000_003)
const runs = { numRuns: 20 }

describe.each(Object.entries(sheets))('%s sheet', (_, { shape, make }) => {
  test('reads the same with its rows and columns in any order, and beside an unknown column', () => {
    fc.assert(
      fc.property(amounts.map(make), fc.integer(), ({ headings, rows }, seed) => {
        const whole = read({ headings, rows })
        expect([whole.shape, whole.bad]).toEqual([shape, 0])
        const shuffled = rows.toSorted((a, b) => hash(a, seed) - hash(b, seed))
        const turned = (row: string[]) => ['x', ...row.toReversed()]
        const other = { headings: turned(headings).with(0, 'Cor da tampa:'), rows: shuffled.map(turned) }
        expect(read(other).state).toEqual(whole.state)
      }),
      runs,
    )
  })

  test('cut into parts that overlap by a product, in either order, says the same of each product', () => {
    fc.assert(
      fc.property(amounts.map(make), fc.nat(), fc.boolean(), ({ headings, rows }, cut, isTurned) => {
        const step = rows.length > 1 && rows[0]![0] === rows[1]![0] ? 2 : 1
        const at = (cut % (rows.length / step)) * step
        const parts = [rows.slice(0, at + step), rows.slice(at)].map((part) => read({ headings, rows: part }).state)
        const state = new Map((isTurned ? parts.toReversed() : parts).flat())
        expect([...state].toSorted()).toEqual(read({ headings, rows }).state)
      }),
      runs,
    )
  })
})

test('an odd field of another system’s sheet costs nothing but itself, and a row without a SKU that row alone', () => {
  fc.assert(
    fc.property(amounts.map(sheets['Bling’s']!.make), ({ headings, rows }) => {
      const whole = read({ headings, rows })
      const odd = rows.map((row) => row.with(6, 'muitos'))
      const result = read({ headings, rows: odd })
      expect([result.bad, result.odd, result.state.length]).toEqual([0, rows.length, rows.length])
      const broken = read({ headings, rows: [...rows, rows[0]!.with(0, '')] })
      expect([broken.bad, broken.state]).toEqual([1, whole.state])
    }),
    runs,
  )
})
