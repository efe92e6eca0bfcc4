import 'server-only'
import { writeOnce, type Actor } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { readObserved } from '@/lib/money/fees/observed'
import { listFeeRules } from '@/lib/money/fees/queries'
import { saveFeeRuleInput, type AdoptFeeRuleInput } from '@/lib/money/fees/rule-schema'
import { bandsInputOf, partsInputOf } from '@/lib/money/fees/rule-versions'
import { saveRule } from '@/lib/money/fees/save-rule'

/** The terms that a shop's charged orders show become the rule's next version; its parts stay as they are. */
export const adoptFeeRule = (actor: Actor, { id, version, shopId, fromDay }: AdoptFeeRuleInput) =>
  writeOnce(actor, async (db) => {
    const { organizationId } = actor
    const rule = (await listFeeRules(db, organizationId)).find((each) => each.id === id)
    const check = await db.feeRuleCheck.findFirst({
      where: { organizationId, ruleId: id, shopId },
      select: { observed: true },
    })
    const observed = readObserved(check?.observed)
    if (!rule || !check) throw new UserError('notFound')
    if (!observed) throw new UserError('staleVersion')
    const terms = saveFeeRuleInput.safeParse({
      id,
      version,
      fromDay,
      name: rule.name,
      basis: observed.basis,
      capCents: observed.capCents,
      rounding: rule.rounding,
      bands: bandsInputOf(observed.bands),
      parts: partsInputOf(rule.parts),
    })
    if (!terms.success) throw new UserError('observedRuleUnsound')
    return saveRule(db, actor, terms.data, 'observed')
  })
