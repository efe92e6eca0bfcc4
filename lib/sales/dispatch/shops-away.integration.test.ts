import { getAttentionFor } from '@/lib/insight/dashboard/views'
import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import { addShop } from '@/lib/testing/factories/sales'
import { listShopsAwayFor } from './views'

test('the operations centre names the shops that are meant to be connected and are not, of its own company alone', async () => {
  const [company, other] = [await createTestOrganization(), await createTestOrganization()]
  const viewer = { organizationId: company.organizationId, timeZone: 'America/Sao_Paulo', role: 'operator' } as const
  const set = async (name: string, data: object, of = company) => {
    const id = await addShop(of, name)
    const { organizationId } = of
    await withOrganization(of.owner, (db) => db.shop.updateMany({ where: { organizationId, id }, data }))
    return id
  }
  const connectedAt = new Date('2026-01-01T00:00:00Z')
  await set('Ativa', { status: 'active', connectedAt })
  await set('Vencida', { status: 'expired', connectedAt })
  // As the form for a shop saves it: the platform alone says its number.
  await set('Nunca autorizada', { status: 'pending', connectedAt: null, externalShopId: null })
  await set('Desligada', { status: 'pending', connectedAt, externalShopId: '4712' })
  const ofSheets = await set('De planilhas', { status: 'pending', connectedAt: null, externalShopId: null })
  const sheet = { id: newId(), fileId: newId(), fileName: 'pedidos.xlsx', shopId: ofSheets, state: 'done' } as const
  await withOrganization(company.owner, (db) =>
    db.import.create({ data: { organizationId: company.organizationId, ...sheet } }),
  )
  await set('De outra empresa', { status: 'expired', connectedAt }, other)
  const away = await listShopsAwayFor(viewer)
  expect(away.map(({ name, isExpired }) => [name, isExpired])).toEqual([
    ['Nunca autorizada', false],
    ['Vencida', true],
  ])
  expect(await getAttentionFor({ ...viewer, role: 'owner' })).toMatchObject({ unauthorizedShops: 1n, expiredShops: 1n })
  await expect(listShopsAwayFor({ ...viewer, role: 'accountant' })).rejects.toMatchObject({ code: 'permissionDenied' })
})
