import { existsSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { GET } from './[id]/route'
import { withOrganization } from '@/lib/core/db'
import { inspect } from '@/lib/testing/harnesses/database'
import {
  addMember,
  createTestOrganization,
  envelope,
  signInAs,
  signOut,
  type TestOrganization,
} from '@/lib/testing/factories/factories'
import { createProductAction, updateProductAction, uploadPhotoAction } from '@/lib/catalog/products/actions'

let mine: TestOrganization
beforeEach(async () => {
  mine = await createTestOrganization()
  await signInAs(mine.owner)
})

async function upload(organization = mine): Promise<string> {
  const png = await sharp({ create: { width: 30, height: 30, channels: 3, background: '#c04020' } })
    .png()
    .toBuffer()
  const photo = new File([new Uint8Array(png)], 'a.png', { type: 'image/png' })
  const result = await uploadPhotoAction(envelope(organization), { photo })
  if (!result.ok) throw new Error(result.error)
  return result.data.id
}
const product = (photoFileId: string | null) => ({
  sku: 'SKU-1',
  title: 'Produto',
  priceCents: null,
  descriptionHtml: '',
  barcodes: [],
  photoFileId,
  shelfAddress: null,
  weightGrams: null,
  lengthMm: null,
  widthMm: null,
  heightMm: null,
  minimumStock: null,
})
const create = (photoFileId: string | null) =>
  createProductAction(envelope(mine), { ...product(photoFileId), costCents: null, openingStock: 0 })
const stored = async (id: string) =>
  (
    await inspect<{ place: string; expires_at: Date | null }>(
      mine.organizationId,
      'select * from stored_file where id = $1',
      [id],
    )
  )[0]!
const show = (id: string) => GET(new Request(`http://localhost/api/files/${id}`), { params: Promise.resolve({ id }) })

test('a photo expires until a product claims it, and again when it is replaced', async () => {
  const first = await upload()
  const { place, expires_at: expiresAt } = await stored(first)
  expect(expiresAt).not.toBeNull()
  expect(existsSync(join(process.env.MASCATE_DATA!, 'files', place))).toBe(true)
  const created = await create(first)
  expect((await stored(first)).expires_at).toBeNull()
  const second = await upload()
  const id = created.ok ? created.data.id : ''
  expect(await updateProductAction(envelope(mine), { ...product(second), id, version: 1 })).toMatchObject({ ok: true })
  expect((await stored(first)).expires_at).not.toBeNull()
  expect((await stored(second)).expires_at).toBeNull()
})

test('a photo belongs to one product: another can neither take it over nor make it expire', async () => {
  const photo = await upload()
  expect(await create(photo)).toMatchObject({ ok: true })
  const taken = await createProductAction(envelope(mine), {
    ...product(photo),
    sku: 'SKU-2',
    costCents: null,
    openingStock: 0,
  })
  expect(taken).toMatchObject({ ok: false, fields: { photoFileId: ['products.fields.photoGone'] } })
  expect((await stored(photo)).expires_at).toBeNull()
})

test('a photo that two products already share stays until the last of them has another', async () => {
  const photo = await upload()
  const ids = []
  for (const sku of ['SKU-1', 'SKU-2']) {
    const created = await createProductAction(envelope(mine), {
      ...product(null),
      sku,
      costCents: null,
      openingStock: 0,
    })
    if (created.ok) ids.push(created.data.id)
  }
  await withOrganization(mine, async (db) => {
    const { organizationId } = mine
    await db.product.updateMany({ where: { organizationId }, data: { photoFileId: photo } })
    await db.storedFile.updateMany({ where: { organizationId, id: photo }, data: { expiresAt: null } })
  })
  for (const [index, id] of ids.entries()) {
    const change = { ...product(null), sku: `SKU-${index + 1}`, id, version: 1 }
    expect(await updateProductAction(envelope(mine), change)).toMatchObject({ ok: true })
    expect((await stored(photo)).expires_at === null).toBe(index === 0)
  }
})

test('a photo is shown to its organization alone, as a picture and nothing else', async () => {
  const id = await upload()
  const answer = await show(id)
  expect(answer.headers.get('content-type')).toBe('image/webp')
  expect(answer.headers.get('cache-control')).toMatch(/^private/)
  expect(await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).toMatchObject({ format: 'webp', width: 30 })
  await signInAs((await createTestOrganization()).owner)
  expect((await show(id)).status).toBe(404)
  signOut()
  expect((await show(id)).status).toBe(401)
})

test.each(['not-an-id', '../../secrets.json', '00000000-0000-7000-8000-000000000000'])(
  '%s is no picture',
  async (id) => {
    expect((await show(id)).status).toBe(404)
  },
)

test('a stored file of another kind is not shown by the door for pictures', async () => {
  const id = await upload()
  await inspect(mine.organizationId, `update stored_file set kind = 'import'`)
  expect((await show(id)).status).toBe(404)
})

test("another organization's photo, or a file that is no photo, cannot be put on a product", async () => {
  const theirs = await createTestOrganization()
  await signInAs(theirs.owner)
  const their = await upload(theirs)
  await signInAs(mine.owner)
  expect(await create(their)).toMatchObject({ ok: false, error: 'notFound' })
  const receipt = await upload()
  await inspect(mine.organizationId, `update stored_file set kind = 'receipt'`)
  expect(await create(receipt)).toMatchObject({ ok: false, error: 'notFound' })
  expect(await inspect(mine.organizationId, 'select 1 from product')).toEqual([])
})

test('a file that is no picture leaves nothing behind', async () => {
  const photo = new File(['<script>alert(1)</script>'], 'a.png', { type: 'image/png' })
  expect(await uploadPhotoAction(envelope(mine), { photo })).toMatchObject({ ok: false, error: 'photoInvalid' })
  expect(await inspect(mine.organizationId, 'select 1 from stored_file')).toEqual([])
})

test('a role that may not write products sends no photos', async () => {
  await signInAs(await addMember(mine, 'operator'))
  await expect(upload()).rejects.toThrow('permissionDenied')
})
