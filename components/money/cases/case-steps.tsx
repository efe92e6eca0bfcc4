'use client'

import { CheckCircleIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import type { CaseStep } from '@/lib/money/cases/schema'
import { isClosed, listSteps } from '@/lib/money/cases/states'
import type { CaseView } from '@/lib/money/cases/views'
import { formatMoney } from '@/lib/core/money'
import { MoveCaseDialog } from './move-case-dialog'

/** The possible next steps; where the money came back by itself, that one first. */
export function CaseSteps({ caseView }: { caseView: CaseView }) {
  const t = useTranslations('cases')
  const language = useLocale()
  const [step, setStep] = useState<CaseStep | null>(null)
  const steps = listSteps(caseView.state).filter((to): to is CaseStep => to !== 'expired')
  const proposesPaid = caseView.returnedCents > 0n && steps.includes('paid') && caseView.state !== 'written_off'
  const cents = formatMoney(caseView.returnedCents, language)
  const amount = formatMoney(caseView.amountCents, language)
  const isAll = caseView.returnedCents >= caseView.amountCents
  return (
    <Card>
      <CardHeader title={t('stepsTitle')} className="mb-3" />
      {proposesPaid && (
        <div className="mb-3 rounded-control bg-good-soft px-3 py-2.5">
          <p className="flex gap-2 font-medium text-good">
            <CheckCircleIcon aria-hidden className="size-5 shrink-0" />
            {isAll ? t('returned.all', { cents }) : t('returned.part', { cents, asked: amount })}
          </p>
          <Button variant="primary" className="mt-2" onClick={() => setStep('paid')}>
            {t('returned.action')}
          </Button>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        {steps
          .filter((to) => !(proposesPaid && to === 'paid'))
          .map((to, index) => (
            <Button
              key={to}
              variant={index === 0 && !proposesPaid && !isClosed(caseView.state) ? 'primary' : 'secondary'}
              onClick={() => setStep(to)}
            >
              {t(`steps.${to}`)}
            </Button>
          ))}
      </div>
      {step && <MoveCaseDialog caseView={caseView} to={step} onClose={() => setStep(null)} />}
    </Card>
  )
}
