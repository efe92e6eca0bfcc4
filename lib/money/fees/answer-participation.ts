import 'server-only'
import { recordAudits, type Change } from '@/lib/core/audit/record'
import { writeOnce, type Actor } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { listOpenParticipation } from '@/lib/money/fees/participation-queries'
import type { AnswerParticipationInput } from '@/lib/money/fees/rule-schema'
import { taking } from '@/lib/money/fees/seen-participation'
import { claimShop, follow, traceOf, writeTerms } from '@/lib/money/fees/set-terms'
import { isSameTerms, termsOn, type ShopTerms, type TermsOfDay } from '@/lib/money/fees/terms'

/** The shop takes part since that day, or says that it does not; what was said of later days gets the same answer, each with an entry in the trail. */
export const answerParticipation = (actor: Actor, { shopId, kind, since, takesPart }: AnswerParticipationInput) =>
  writeOnce(actor, async (db) => {
    const { organizationId } = actor
    const stood = await claimShop(db, organizationId, shopId)
    const open = (await listOpenParticipation(db, organizationId)).find(
      (each) => each.shopId === shopId && each.kind === kind,
    )
    // Answered by somebody else meanwhile.
    if (!open) throw new UserError('staleVersion')
    const answered = (terms: TermsOfDay): TermsOfDay => {
      if (takesPart) return taking(terms, kind, open.rate)
      const denied = terms.denied ?? []
      return denied.includes(kind) ? terms : { ...terms, denied: [...denied, kind] }
    }
    const later = stood.filter((terms) => terms.fromDay > since && !isSameTerms(terms, answered(terms)))
    const changed: ShopTerms[] = [{ ...termsOn(stood, since), fromDay: since }, ...later]
    for (const { fromDay, ...terms } of changed)
      await writeTerms(db, { organizationId, shopId, fromDay }, answered(terms))
    const changes = changed.map(({ fromDay, ...terms }): Change => ({
      event: 'shopTerms.set',
      subjectId: shopId,
      before: { fromDay, ...traceOf(terms) },
      after: { fromDay, ...traceOf(answered(terms)) },
    }))
    await recordAudits(db, actor, changes)
    return follow(db, organizationId, { shopId, fromDay: since, stood: [] })
  })
