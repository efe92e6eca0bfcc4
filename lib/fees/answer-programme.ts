import 'server-only'
import { recordAudit } from '@/lib/audit/record'
import { writeOnce, type Actor } from '@/lib/db'
import { UserError } from '@/lib/errors'
import { listOpenProgrammes } from '@/lib/fees/programme-queries'
import type { AnswerProgrammeInput } from '@/lib/fees/rule-schema'
import { taking } from '@/lib/fees/seen-programmes'
import { claimShop, follow, traceOf, writeTerms } from '@/lib/fees/set-terms'
import { termsOn, type TermsOfDay } from '@/lib/fees/terms'

/** The shop takes part since that day, or says that it does not; what was said of later days gets the same answer. */
export const answerProgramme = (actor: Actor, { shopId, kind, since, takesPart }: AnswerProgrammeInput) =>
  writeOnce(actor, async (db) => {
    const { organizationId } = actor
    const stood = await claimShop(db, organizationId, shopId)
    const open = (await listOpenProgrammes(db, organizationId)).find(
      (each) => each.shopId === shopId && each.kind === kind,
    )
    // Answered by somebody else meanwhile.
    if (!open) throw new UserError('staleVersion')
    const answered = (terms: TermsOfDay): TermsOfDay =>
      takesPart ? taking(terms, kind, open.rate) : { ...terms, denied: [...(terms.denied ?? []), kind] }
    const { fromDay: _, ...before } = { fromDay: since, ...termsOn(stood, since) }
    const later = stood.filter(({ fromDay }) => fromDay > since)
    for (const { fromDay, ...terms } of [{ fromDay: since, ...before }, ...later])
      await writeTerms(db, { organizationId, shopId, fromDay }, answered(terms))
    await recordAudit(db, actor, {
      event: 'shopTerms.set',
      subjectId: shopId,
      before: { fromDay: since, ...traceOf(before) },
      after: { fromDay: since, ...traceOf(answered(before)) },
    })
    return follow(db, organizationId, { shopId, fromDay: since, stood: [] })
  })
