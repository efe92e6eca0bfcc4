import { CheckIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { OrderPreview } from '@/components/insight/landing/order-preview'
import { BrandMark } from '@/components/shell/brand'
import { LanguageToggle } from '@/components/shell/language-toggle'
import { SchemeToggle } from '@/components/shell/scheme-toggle'

type AuthFrameProps = { title: ReactNode; text?: ReactNode; children: ReactNode; footer?: ReactNode }

/** The frame of the pages before the dashboard: the form on one side, its purpose on the other. */
export function AuthFrame({ title, text, children, footer }: AuthFrameProps) {
  const shell = useTranslations('shell')
  const common = useTranslations('common')
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(0,44%)]">
      <div className="flex min-w-0 flex-col px-4 sm:px-8">
        <header className="flex h-16 items-center gap-1.5">
          <Link
            href="/"
            className="mr-auto flex min-h-6 items-center gap-2.5 text-base font-title text-ink no-underline"
          >
            <BrandMark />
            {common('brand')}
          </Link>
          <SchemeToggle label={shell('scheme.toggle')} />
          <LanguageToggle />
        </header>
        <main className="mx-auto flex w-full max-w-[25rem] flex-1 flex-col justify-center pt-6 pb-20">
          <h1 className="text-[28px] leading-9 font-title tracking-[-0.02em]">{title}</h1>
          {text && <div className="mt-1.5 text-[15px] leading-6 text-ink-2">{text}</div>}
          <div className="mt-7">{children}</div>
          {footer && <div className="mt-7 border-t border-line pt-5 text-ink-2">{footer}</div>}
        </main>
      </div>
      <Aside />
    </div>
  )
}

function Aside() {
  const t = useTranslations('auth.aside')
  return (
    <aside className="m-4 ml-0 hidden rounded-card bg-accent-soft p-10 [&_figcaption]:text-ink-2 lg:grid lg:place-items-center">
      <div className="flex w-full max-w-md flex-col gap-8">
        <div>
          <p className="text-[30px] leading-[1.15] font-title tracking-[-0.025em]">{t('title')}</p>
          <ul className="mt-5 flex flex-col gap-2.5">
            {(['fees', 'sheet', 'numbers'] as const).map((promise) => (
              <li key={promise} className="flex items-start gap-3 leading-6">
                <CheckIcon aria-hidden className="mt-1 size-4 shrink-0 text-accent-text" strokeWidth={2.5} />
                {t(promise)}
              </li>
            ))}
          </ul>
        </div>
        <OrderPreview />
      </div>
    </aside>
  )
}
