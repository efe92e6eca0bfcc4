import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { orderListKey } from '@/lib/sales/order-list/schema'
import type { TestOrganization } from '../factories/factories'
import { channelOf } from '../harnesses/order-harness'

type Sample = (company: TestOrganization) => Promise<object>

async function savedView({ organizationId, owner }: TestOrganization): Promise<string> {
  const data = {
    organizationId,
    id: newId(),
    userId: owner.userId!,
    list: orderListKey,
    name: 'Atrasados',
    query: 'sort=newest',
  }
  await withOrganization({ organizationId }, (db) => db.savedView.create({ data, select: { id: true } }))
  return data.id
}

async function manualOrder(company: TestOrganization): Promise<string> {
  const { organizationId } = company
  const [id, channelId] = [newId(), await channelOf(company)]
  const cents = { revenueCents: 0n, totalCents: 0n }
  const when = { placedAt: new Date(), localDay: new Date('2026-11-21') }
  const place = { platform: 'manual', channelId, outletId: channelId, status: 'pending', units: 1 } as const
  await withOrganization({ organizationId }, (db) =>
    db.order.create({ data: { organizationId, id, code: id, ...place, ...cents, ...when }, select: { id: true } }),
  )
  return id
}

/** For the actions of the orders desk. */
export const orderListSamples: Record<string, Sample> = {
  'order.changeStatuses': async (company) => ({
    orders: [{ id: await manualOrder(company), version: 1 }],
    to: 'confirmed',
  }),
  'savedView.delete': async (company) => ({ id: await savedView(company) }),
  'savedView.change': async (company) => ({ id: await savedView(company), name: 'Para hoje' }),
  'savedView.setDefault': async (company) => ({ viewId: await savedView(company) }),
}
