/** The fields of a product's row. `clears`: an explicit word empties it; `money`: only for roles that see costs. */
export const catalogueFields = {
  sku: { kind: 'code' },
  title: { kind: 'text' },
  price: { kind: 'money', clears: true },
  cost: { kind: 'cost', clears: true, money: true },
  /** From when the cost holds; without it the first cost of a product holds from the beginning, and another from today on. */
  costSince: { kind: 'day', money: true },
  stock: { kind: 'units' },
  minimum: { kind: 'units', clears: true },
  leadTime: { kind: 'units', clears: true },
  barcodes: { kind: 'list', clears: true },
  shelf: { kind: 'text', clears: true },
  weight: { kind: 'grams', clears: true },
  length: { kind: 'millimetres', clears: true },
  width: { kind: 'millimetres', clears: true },
  height: { kind: 'millimetres', clears: true },
  ncm: { kind: 'code', clears: true },
  cest: { kind: 'code', clears: true },
  origin: { kind: 'units', clears: true },
  unit: { kind: 'text' },
  packagingCost: { kind: 'money', clears: true, money: true },
  description: { kind: 'html', clears: true },
  archived: { kind: 'flag' },
  /** Where a balance lies; those of all deposits are added up. */
  deposit: { kind: 'text' },
  /** Other systems' word for a kit or the parent of variations, which have no stock of their own. */
  type: { kind: 'text' },
  /** In which unit the measures of the row are written. */
  sizeUnit: { kind: 'text' },
  componentSku: { kind: 'code' },
  componentQuantity: { kind: 'units' },
} as const satisfies Record<string, { kind: string; clears?: true; money?: true }>

export type CatalogueField = keyof typeof catalogueFields
export const catalogueFieldNames = Object.keys(catalogueFields) as CatalogueField[]
type Traits = { kind: string; clears?: boolean; money?: boolean }
export const traitsOf = (field: CatalogueField): Traits => catalogueFields[field]

/** The words that empty a field, in either language; an empty cell leaves it as it is. */
export const clearWords = { pt: 'LIMPAR', en: 'CLEAR' } as const
export const isClearWord = (text: string) => /^(?:limpar|clear)$/i.test(text.trim())

export const sheetShapes = ['products', 'balances', 'kits'] as const
export type SheetShape = (typeof sheetShapes)[number]

export const sheetSourceNames = ['mascate', 'bling', 'tiny', 'upseller', 'own'] as const
export type SheetSource = (typeof sheetSourceNames)[number]

export const neededOf: Record<SheetShape, readonly CatalogueField[]> = {
  products: ['sku'],
  balances: ['sku', 'stock'],
  kits: ['sku', 'componentSku'],
}

/** Rows with a deposit add balances up, rows with components make kits. */
export const shapeOf = (places: Partial<Record<CatalogueField, number>>): SheetShape =>
  places.componentSku !== undefined ? 'kits' : places.deposit !== undefined ? 'balances' : 'products'

/** How measures are written: kilograms or grams, centimetres or millimetres. */
export type SheetUnits = { weight: 'kg' | 'g'; size: 'cm' | 'mm' }

export const maxCatalogueRows = 50_000
