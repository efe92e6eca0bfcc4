import { withOrganization } from '@/lib/core/db'
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
  }
  const connectedAt = new Date('2026-01-01T00:00:00Z')
  await set('Ativa', { status: 'active', connectedAt })
  await set('Vencida', { status: 'expired', connectedAt })
  await set('Nunca autorizada', { status: 'pending', connectedAt: null, externalShopId: '4711' })
  await set('Desligada', { status: 'pending', connectedAt, externalShopId: '4712' })
  await set('De planilhas', { status: 'pending', connectedAt: null, externalShopId: null })
  await set('De outra empresa', { status: 'expired', connectedAt }, other)
  const away = await listShopsAwayFor(viewer)
  expect(away.map(({ name, isExpired }) => [name, isExpired])).toEqual([
    ['Nunca autorizada', false],
    ['Vencida', true],
  ])
  await expect(listShopsAwayFor({ ...viewer, role: 'accountant' })).rejects.toMatchObject({ code: 'permissionDenied' })
})
