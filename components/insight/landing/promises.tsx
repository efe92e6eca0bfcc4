import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'
import { CostExample, NumberExample, StockExample } from './examples'
import { PriceCurve } from './price-curve'

export function Promises() {
  const t = useTranslations('landing.promises')
  return (
    <section className="border-t border-line py-16">
      <h2 className="max-w-2xl text-[26px] leading-8 font-title tracking-[-0.015em]">{t('title')}</h2>
      <div className="mt-8 grid gap-5 md:grid-cols-2">
        <PromiseCard name="fees" wide>
          <PriceCurve />
        </PromiseCard>
        <PromiseCard name="numbers">
          <NumberExample />
        </PromiseCard>
        <PromiseCard name="cost">
          <CostExample />
        </PromiseCard>
        <PromiseCard name="stock" wide>
          <StockExample />
        </PromiseCard>
      </div>
    </section>
  )
}

function PromiseCard(props: { name: 'fees' | 'numbers' | 'cost' | 'stock'; wide?: boolean; children: ReactNode }) {
  const t = useTranslations(`landing.promises.${props.name}`)
  return (
    <article
      className={classNames(
        'flex flex-col gap-6 rounded-card border border-line bg-surface p-5 shadow-card sm:p-7',
        props.wide && 'md:col-span-2 md:grid md:grid-cols-[2fr_3fr] md:items-center md:gap-10',
      )}
    >
      <div>
        <h3 className="text-lg leading-6 font-title tracking-[-0.01em]">{t('title')}</h3>
        <p className="mt-2 leading-6 text-ink-2">{t('text')}</p>
      </div>
      <div className="min-w-0 max-md:mt-auto">{props.children}</div>
    </article>
  )
}
