import { inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization, envelope, signInAs, type TestOrganization } from '@/lib/testing/factories/factories'
import { applyTestSheet, csvOf } from '@/lib/testing/factories/sheets'
import { createProductAction, updateProductAction } from './actions'
import { getProductFor } from './views'

const hostile = '<p onclick="x()">Boa</p><script>alert(1)</script><img src=x onerror="alert(1)">'
const clean = '<p>Boa</p>'
const fields = {
  sku: 'CAN-1',
  title: 'Caneca',
  priceCents: 4990n,
  barcodes: [],
  photoFileId: null,
  shelfAddress: null,
  weightGrams: null,
  lengthMm: null,
  widthMm: null,
  heightMm: null,
  minimumStock: null,
}

let company: TestOrganization
beforeEach(async () => {
  company = await createTestOrganization()
  await signInAs(company.owner)
})
const create = async (descriptionHtml: string): Promise<string> => {
  const made = await createProductAction(envelope(company), {
    ...fields,
    costCents: null,
    openingStock: 0,
    descriptionHtml,
  })
  if (!made.ok) throw new Error(made.error)
  return made.data.id
}
const stored = async () => {
  const rows = await inspect<{ html: string }>(company.organizationId, 'select description_html as html from product')
  return rows.map(({ html }) => html)
}
const heading = ['SKU', 'Título', 'Descrição (HTML)']

// Sanitizing on write would be safe without a read, and on read without a write: each has to hold alone.
test.each<[string, () => Promise<unknown>]>([
  ['a new product', () => create(hostile)],
  [
    'a product that is changed',
    async () => {
      const id = await create('')
      const given = { ...fields, id, version: 1, descriptionHtml: hostile }
      expect(await updateProductAction(envelope(company), given)).toMatchObject({ ok: true })
    },
  ],
  ['a sheet', () => applyTestSheet(company, csvOf([heading, ['CAN-1', 'Caneca', hostile]]))],
])('the description of %s is written clean', async (_, write) => {
  await write()
  expect(await stored()).toEqual([clean])
})

test('unclean text in the database is read clean', async () => {
  const id = await create('')
  await inspect(company.organizationId, `update product set description_html = '${hostile}'`)
  expect(await stored()).toEqual([hostile])
  const viewer = { organizationId: company.organizationId, timeZone: 'America/Sao_Paulo', role: 'owner' as const }
  expect((await getProductFor({ ...viewer, language: 'pt' } as never, id))!.product.descriptionHtml).toBe(clean)
})
