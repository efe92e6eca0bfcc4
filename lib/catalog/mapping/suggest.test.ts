import { suggestProduct, type Candidate } from './suggest'

const product = (sku: string, title: string, isKit = false): Candidate => ({
  id: sku,
  sku,
  title,
  isKit,
  isSisters: false,
  priceCents: null,
})
const listing = (title: string, variation: string | null, sku: string | null = null) => ({
  title,
  variation,
  sku,
  priceCents: null,
})
const suggested = (...[given, ...candidates]: [ReturnType<typeof listing>, ...Candidate[]]) =>
  suggestProduct(given, candidates)?.sku ?? null

const curtain = product('CMB-025-BRANCO', 'Cortina blackout para sala')

test.each(['AZUL', 'PRETO', 'ROSA', 'Salmão', 'Listrada'])('a curtain in %s is never the white one', (variation) => {
  expect(suggested(listing('Cortina blackout para sala', variation), curtain)).toBeNull()
})

test('the same colour is suggested in either gender and language', () => {
  for (const variation of ['BRANCO', 'Branca', 'White, 2,60m'])
    expect(suggested(listing('Cortina blackout para sala', variation), curtain)).toBe('CMB-025-BRANCO')
  expect(suggested(listing('Cortina blackout para sala branca', null), curtain)).toBe('CMB-025-BRANCO')
})

test('a title that names all colours leaves it to the variation', () => {
  const title = 'Cortina blackout para sala branco azul preto'
  expect(suggested(listing(title, 'Azul'), curtain)).toBeNull()
  expect(suggested(listing(title, 'Branco'), curtain)).toBe('CMB-025-BRANCO')
})

test('another voltage, size or measure speaks against a product', () => {
  const iron = product('FER-010-127V', 'Ferro a vapor')
  expect(suggested(listing('Ferro a vapor', '220V'), iron)).toBeNull()
  expect(suggested(listing('Ferro a vapor', '110V'), iron)).toBe('FER-010-127V')
  const shirt = product('CAM-M', 'Camiseta básica algodão')
  expect(suggested(listing('Camiseta básica algodão', 'G'), shirt)).toBeNull()
  expect(suggested(listing('Camiseta básica algodão', 'M'), shirt)).toBe('CAM-M')
  expect(suggested(listing('Garrafa térmica', '750ml'), product('GAR', 'Garrafa térmica 500 ml'))).toBeNull()
})

test('the SKU of a sister variation speaks against a product, whatever its last part says', () => {
  const mug = product('CAN-9-LISO', 'Caneca de porcelana')
  expect(suggested(listing('Caneca de porcelana', null, 'CAN-9-XADREZ'), mug)).toBeNull()
  expect(suggested(listing('Caneca de porcelana', null, 'OUTRO'), mug)).toBe('CAN-9-LISO')
  expect(suggested(listing('Caneca de porcelana', null), { ...mug, isSisters: true })).toBeNull()
})

test('a kit is never suggested as its single piece, nor the reverse', () => {
  expect(suggested(listing('Kit caneca de porcelana', null), product('CAN', 'Caneca de porcelana'))).toBeNull()
  expect(suggested(listing('Caneca de porcelana', null), product('CAN', 'Caneca de porcelana', true))).toBeNull()
  expect(suggested(listing('Kit caneca de porcelana', null), product('K', 'Kit caneca de porcelana'))).toBe('K')
})

test('the very same SKU is suggested whatever else is said', () => {
  expect(suggested(listing('Outra coisa', 'Azul', 'cmb-025-branco'), curtain)).toBe('CMB-025-BRANCO')
})
