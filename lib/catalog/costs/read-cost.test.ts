import { readCost, readPasted, writeCost } from './read-cost'

test.each([
  ['18,50', '18.50'],
  ['18.50', '18.50'],
  ['1.234,56', '1234.56'],
  ['1,234.56', '1234.56'],
  ['R$ 1.234.567', '1234567.00'],
  ['0,125', '0.125'],
  ['0', '0.00'],
  ['007', '7.00'],
  ['12,3456', '12.3456'],
  ['1234.567', '1234.567'],
  [' 7 ', '7.00'],
  ['1 234,56', '1234.56'],
  ['4,00 R$', '4.00'],
  ['="4,00"', '4.00'],
  ['.5', '0.50'],
])('%s has one reading', (text, cost) => expect(readCost(text)).toEqual({ ok: true, cost }))

test.each([
  ['1.234', ['1234.00', '1.234']],
  ['12,345', ['12345.00', '12.345']],
])('%s has two, and is asked', (text, readings) => expect(readCost(text)).toEqual({ ok: false, readings }))

test.each([
  '',
  'dez',
  '-5',
  '1.2.3',
  '1.23,45,6',
  '12.34.567',
  '1,234,56',
  '5%',
  '1e3',
  '12,1234567',
  '99999999999',
  '4 00',
  '1 2 3',
])('%j is no amount', (text) => expect(readCost(text)).toEqual({ ok: false, readings: [] }))

test('a column, or SKUs beside costs, are read as a spreadsheet copies them', () => {
  expect(readPasted('Custo\r\n18,50\r\n\r\n7\n')).toEqual([
    { sku: null, cost: '18,50' },
    { sku: null, cost: '' },
    { sku: null, cost: '7' },
  ])
  expect(readPasted('SKU\tCusto\nCAN-1\t18,50\tx\nPRA-1\t')).toEqual([
    { sku: 'SKU', cost: 'Custo' },
    { sku: 'CAN-1', cost: '18,50' },
    { sku: 'PRA-1', cost: '' },
  ])
})

test('costs beside a name, in quotes or between semicolons', () => {
  const costs = [
    { sku: 'A', cost: '4,00' },
    { sku: 'B', cost: '1.234,56' },
  ]
  for (const pasted of ['A\tCaneca\t4,00\nB\tPrato\t1.234,56', '"A"\t"4,00"\n"B"\t"1.234,56"', 'A;4,00\nB;1.234,56'])
    expect(readPasted(pasted)).toEqual(costs)
})

test.each(['18.50', '1234.00', '0.125', '1.234', '12.3456'])('%s is written so that it is read again', (cost) => {
  for (const language of ['pt', 'en'] as const)
    expect(readCost(writeCost(cost, language))).toMatchObject({ ok: true, cost: expect.stringMatching(`^${cost}0*$`) })
})
