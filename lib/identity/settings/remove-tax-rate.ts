import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { writeOnce, type Actor } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { getLocalToday } from '../organizations/local-today'
import { claimEntity } from './entity-record'
import { hasSalesBetween, listTaxRates } from './queries'
import { rateState } from './rate-state'
import type { RemoveTaxRateInput } from './schema'

/**
 * A future rate is removed, and so is one that no sale was taxed by; any other is history, and is corrected instead.
 */
export async function removeTaxRate(actor: Actor, { id, version, rateId }: RemoveTaxRateInput) {
  const { organizationId } = actor
  return writeOnce(actor, async (db) => {
    await claimEntity(db, organizationId, { id, version })
    const rates = await listTaxRates(db, organizationId, id)
    const rate = rates.find((rate) => rate.id === rateId)
    if (!rate) throw new UserError('notFound')
    const { state, toDay } = rateState(rate, rates, await getLocalToday(db, organizationId))
    if (state !== 'future' && (await hasSalesBetween(db, organizationId, id, rate.fromDay, toDay)))
      throw new UserError('taxRateUsed')
    await db.taxRate.deleteMany({ where: { organizationId, legalEntityId: id, id: rateId } })
    await recordAudit(db, actor, {
      event: 'taxRate.removed',
      subjectId: id,
      before: { fromDay: rate.fromDay, regime: rate.regime, rate: rate.rate },
    })
    return { version: version + 1 }
  })
}
