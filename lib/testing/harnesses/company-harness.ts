import { createEntityAction } from '@/lib/identity/settings/actions'
import type { createEntityInput } from '@/lib/identity/settings/schema'
import { getEntitiesFor } from '@/lib/identity/settings/views'
import type { z } from 'zod'
import { inspect } from './database'
import { envelope, viewerOf, type TestOrganization } from '../factories/factories'
import { dataOf } from './order-harness'
import { addListing, addOrders, addShop } from '../factories/sales'

type EntityInput = z.input<typeof createEntityInput>

export const blankEntity: EntityInput = {
  name: 'Filial',
  sellerType: 'cnpj',
  document: null,
  stateRegistration: null,
  state: null,
  openedOn: null,
}

/** As the person who is signed in. */
export const addEntity = async (company: TestOrganization, more: Partial<EntityInput> = {}): Promise<string> =>
  dataOf(await createEntityAction(envelope(company), { ...blankEntity, ...more })).id

export async function entityOf({ owner }: TestOrganization, id: string) {
  const { entities } = await getEntitiesFor(viewerOf(owner))
  return entities.find((entity) => entity.id === id)!
}

/** A shop of the company with one order placed then. */
export async function sellOn(company: TestOrganization, at: string): Promise<void> {
  const shop = await addShop(company, 'Loja')
  await addOrders(company, shop, [{ at, listingId: await addListing(company, shop, 'Item') }])
}

type Trace = { before: object | null; after: object | null }

export const listAuditEvents = ({ organizationId }: TestOrganization, event: string) =>
  inspect<Trace>(
    organizationId,
    'SELECT before, after FROM audit_event WHERE organization_id = $1 AND event = $2 ORDER BY id',
    [organizationId, event],
  )
