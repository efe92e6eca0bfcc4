import 'server-only'
import { withOrganization, type Actor } from '@/lib/core/db'
import { getLocalToday } from '@/lib/identity/organizations/local-today'
import { listLikelyCosts } from './purchase-queries'
import { createPurchase } from './save-purchase'
import type { DraftSuggestionInput } from './schema'

const nothing = { freightCents: 0n, ipiCents: 0n, stCents: 0n, otherCents: 0n, discountCents: 0n }

/** A draft of what was picked from the suggestion, at what it last cost; what never had a cost is to be filled in before it is sent. */
export async function draftSuggestion(
  actor: Actor,
  input: DraftSuggestionInput,
): Promise<{ id: string; number: number }> {
  const { organizationId } = actor
  const costs = await withOrganization(actor, async (db) =>
    listLikelyCosts(
      db,
      organizationId,
      input.lines.map(({ productId }) => productId),
      await getLocalToday(db, organizationId),
    ),
  )
  return createPurchase(actor, {
    supplierId: input.supplierId,
    legalEntityId: null,
    expectedOn: null,
    note: null,
    paymentDays: [],
    ...nothing,
    lines: input.lines.map((line) => ({ ...line, unitCostCents: costs.get(line.productId) ?? 0n })),
  })
}
