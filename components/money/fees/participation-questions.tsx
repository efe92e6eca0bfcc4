'use client'

import { useLocale, useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { formatDay } from '@/lib/core/dates'
import { answerParticipationAction } from '@/lib/money/fees/actions'
import { rateText } from '@/lib/core/rounding'
import type { OpenParticipation } from '@/lib/money/fees/seen-participation'
import { formatNumber } from '@/lib/core/money'
import { formatRate } from '@/lib/identity/settings/rates'

/** Asks once about a fee that nearly all orders of a shop pay, before it is used. */
export function ParticipationQuestions({ participation }: { participation: OpenParticipation[] }) {
  const t = useTranslations('fees.programmes')
  if (participation.length === 0) return null
  return (
    <Card flush>
      <CardHeader title={t('title')} description={t('text')} className="p-4 pb-3" />
      <ul className="divide-y divide-line border-t border-line">
        {participation.map((each) => (
          <Question key={`${each.shopId} ${each.kind}`} programme={each} />
        ))}
      </ul>
    </Card>
  )
}

function Question({ programme: { shopId, shop, kind, since, orders, of, rate } }: { programme: OpenParticipation }) {
  const t = useTranslations('fees.programmes')
  const names = useTranslations('fees.rules.partKinds')
  const language = useLocale()
  const answering = useAction(answerParticipationAction, { successMessage: t('answered'), refresh: true })
  const from = formatDay(since, language)
  const name = rate > 0n ? `${names(kind)} (${formatRate(rateText(rate), language)})` : names(kind)
  const answer = (takesPart: boolean) => void answering.run({ shopId, kind, since, takesPart })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4 text-[13px]">
      <div className="min-w-0 flex-1 basis-72">
        <p className="font-medium">{t('question', { shop, name, from })}</p>
        <p className="text-ink-2 tabular-nums">
          {t('counts', { orders: formatNumber(orders, language), of: formatNumber(of, language), from })}
        </p>
        <FormError error={answering.error} fields={answering.fields} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="primary" pending={answering.pending} onClick={() => answer(true)}>
          {t('yes', { from })}
        </Button>
        <Button size="sm" pending={answering.pending} onClick={() => answer(false)}>
          {t('no')}
        </Button>
      </div>
    </li>
  )
}
