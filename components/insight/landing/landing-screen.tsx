import { useTranslations } from 'next-intl'
import Link from 'next/link'
import { BrandMark } from '@/components/shell/brand'
import { LanguageToggle } from '@/components/shell/language-toggle'
import { SchemeToggle } from '@/components/shell/scheme-toggle'
import { ButtonLink } from '@/components/ui/button'
import { OrderPreview } from './order-preview'
import type { ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'
import { CostExample, NumberExample, StockExample } from './examples'
import { PriceCurve } from './price-curve'

/** `/` and `/begin`: shows by example how Mascate works and how it differs. */
export function LandingScreen() {
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-[1160px] flex-col px-4 sm:px-6">
      <Header />
      <main className="flex-1">
        <Hero />
        <Promises />
        <Steps />
        <Closing />
      </main>
      <Footer />
    </div>
  )
}

function Header() {
  const t = useTranslations('landing')
  const common = useTranslations('common')
  const shell = useTranslations('shell')
  return (
    <header className="flex h-16 items-center gap-1.5">
      <Link href="/" className="mr-auto flex items-center gap-2.5 text-base font-title text-ink no-underline">
        <BrandMark />
        {common('brand')}
      </Link>
      <SchemeToggle label={shell('scheme.toggle')} />
      <LanguageToggle />
      <ButtonLink href="/auth" variant="ghost">
        {t('signIn')}
      </ButtonLink>
      <ButtonLink href="/register" variant="primary" className="max-sm:hidden">
        {t('register')}
      </ButtonLink>
    </header>
  )
}

function Hero() {
  const t = useTranslations('landing')
  return (
    <section className="grid items-center gap-10 pt-8 pb-14 lg:grid-cols-[1fr_minmax(0,30rem)] lg:gap-14 lg:pt-14 lg:pb-20">
      <div>
        <p className="mb-4 text-[13px] font-semibold text-accent-text">{t('hero.kicker')}</p>
        <h1 className="max-w-xl text-[34px] leading-[1.1] font-title tracking-[-0.025em] sm:text-[52px]">
          {t('hero.title')}
        </h1>
        <p className="mt-5 max-w-lg text-[17px] leading-7 text-ink-2">{t('hero.text')}</p>
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink href="/register" variant="primary" className="h-12! px-6! text-[15px]">
            {t('hero.register')}
          </ButtonLink>
          <ButtonLink href="/auth" className="h-12! px-6! text-[15px]">
            {t('signIn')}
          </ButtonLink>
        </div>
        <p className="mt-4 max-w-md text-[13px] text-ink-3">{t('hero.note')}</p>
      </div>
      <OrderPreview />
    </section>
  )
}

function Steps() {
  const t = useTranslations('landing.steps')
  return (
    <section className="border-t border-line py-16">
      <h2 className="text-[26px] leading-8 font-title tracking-[-0.015em]">{t('title')}</h2>
      <ol className="mt-8 grid gap-8 md:grid-cols-3">
        {(['account', 'sheet', 'look'] as const).map((step, index) => (
          <li key={step} className="border-t-2 border-accent pt-4">
            <p className="text-[13px] font-semibold text-accent-text tabular-nums">
              {t('step', { number: index + 1 })}
            </p>
            <h3 className="mt-1 text-base font-title">{t(`${step}.title`)}</h3>
            <p className="mt-1 leading-6 text-ink-2">{t(`${step}.text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Closing() {
  const t = useTranslations('landing')
  return (
    <section className="mb-16 flex flex-wrap items-center justify-between gap-x-10 gap-y-6 rounded-card border border-line bg-surface p-6 shadow-card sm:p-10">
      <div className="max-w-xl">
        <h2 className="text-[26px] leading-8 font-title tracking-[-0.015em]">{t('closing.title')}</h2>
        <p className="mt-2 leading-6 text-ink-2">{t('closing.text')}</p>
      </div>
      <ButtonLink href="/register" variant="primary" className="h-12! px-6! text-[15px]">
        {t('hero.register')}
      </ButtonLink>
    </section>
  )
}

function Footer() {
  const t = useTranslations('landing')
  const common = useTranslations('common')
  return (
    <footer className="flex flex-wrap items-center justify-between gap-4 border-t border-line py-6 text-[13px] text-ink-3">
      <p>{t('footer', { brand: common('brand') })}</p>
      <nav aria-label={common('brand')} className="flex gap-5">
        <Link href="/auth" className="inline-flex min-h-6 items-center text-ink-2 no-underline hover:text-ink">
          {t('signIn')}
        </Link>
        <Link href="/register" className="inline-flex min-h-6 items-center text-ink-2 no-underline hover:text-ink">
          {t('register')}
        </Link>
      </nav>
    </footer>
  )
}

function Promises() {
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
