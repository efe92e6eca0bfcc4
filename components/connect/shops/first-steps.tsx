import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'

/** First use: what will happen, in the order in which it does. */
export function FirstSteps({ action }: { action: ReactNode }) {
  const t = useTranslations('shops.first')
  return (
    <Card className="mx-auto max-w-2xl p-6!">
      <h2 className="text-base font-title">{t('title')}</h2>
      <p className="mt-1 text-ink-2">{t('text')}</p>
      <ol className="mt-5 space-y-4">
        {(['step1', 'step2', 'step3'] as const).map((step, index) => (
          <li key={step} className="flex gap-3">
            <span
              aria-hidden
              className="grid size-7 shrink-0 place-items-center rounded-full bg-accent-soft text-[13px] font-semibold text-accent-text"
            >
              {index + 1}
            </span>
            <span className="min-w-0 pt-0.5">
              <span className="block font-semibold">{t(step)}</span>
              <span className="block text-ink-2">{t(`${step}Text`)}</span>
            </span>
          </li>
        ))}
      </ol>
      <div className="mt-6 flex flex-wrap items-center gap-2">
        {action}
        <ButtonLink href="/dashboard/orders/import" variant="ghost">
          {t('import')}
        </ButtonLink>
      </div>
    </Card>
  )
}
