import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { broke } from '@/lib/core/database/database-errors'
import { writeOnce, type Actor } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { asDate, asDay } from '@/lib/core/database/days'
import { newId } from '@/lib/core/ids'
import { claimEntity } from './entity-record'
import { regimesOf } from './rates'
import type { SetTaxRateInput } from './schema'

const dayKey = 'tax_rate_organization_id_legal_entity_id_from_day_key'

export async function setTaxRate(actor: Actor, input: SetTaxRateInput): Promise<{ id: string }> {
  const { organizationId } = actor
  const { id: legalEntityId, version, rateId, fromDay, ...values } = input
  const { regime } = values
  const written = writeOnce(actor, async (db) => {
    const { sellerType } = await claimEntity(db, organizationId, { id: legalEntityId, version })
    if (!regimesOf(sellerType).includes(regime))
      throw new UserError('invalidInput', { fields: { regime: ['companyData.fields.regimeNotOfSeller'] } })
    const where = { organizationId, legalEntityId, id: rateId ?? newId() }
    const before = rateId
      ? await db.taxRate.findFirst({
          where,
          select: {
            fromDay: true,
            regime: true,
            rate: true,
            lessVouchers: true,
            withSubsidies: true,
            withFreight: true,
            lessPix: true,
          },
        })
      : null
    if (rateId && !before) throw new UserError('notFound')
    // Other rates may begin in between, and sales stand under each: a rate stays where it begins.
    if (before && asDay(before.fromDay) !== fromDay)
      throw new UserError('invalidInput', { fields: { fromDay: ['companyData.fields.fromDayFixed'] } })
    if (before) await db.taxRate.updateMany({ where, data: values })
    else await db.taxRate.create({ data: { ...where, fromDay: asDate(fromDay), ...values }, select: { id: true } })
    await recordAudit(db, actor, {
      event: 'taxRate.set',
      subjectId: legalEntityId,
      ...(before && { before: { ...before, fromDay, rate: before.rate?.toFixed(6) ?? null } }),
      after: { fromDay, ...values },
    })
    return { id: where.id }
  })
  return written.catch((error: unknown) => {
    if (!broke(error, dayKey)) throw error
    throw new UserError('taxRateTaken', { fields: { fromDay: ['errors.taxRateTaken'] } })
  })
}
