'use client'

import { useTranslations } from 'next-intl'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { classNames } from '@/components/ui/class-names'
import { BrandMark } from './brand'
import { companyHub, findDestination, listAbove } from './navigation'

/** Mascate / group / page. On a phone the group is left out, and the brand is its mark. */
export function Breadcrumb() {
  const t = useTranslations('shell')
  const common = useTranslations('common')
  const pathname = usePathname()
  const page = findDestination(pathname)
  const linkClass = 'rounded-sm text-ink-2 no-underline hover:text-ink'
  return (
    <nav aria-label={t('breadcrumb')} className="min-w-0">
      <ol className="flex min-w-0 items-center gap-2 text-ink-2 [&>li+li]:before:mr-2 [&>li+li]:before:text-ink-3 [&>li+li]:before:content-['/']">
        <li className="shrink-0">
          <Link href="/dashboard" className={classNames(linkClass, 'block')}>
            <BrandMark className="size-6! sm:hidden" />
            <span className="max-sm:sr-only">{common('brand')}</span>
          </Link>
        </li>
        {page?.group === 'company' && page.key !== 'companyHub' && (
          <li className="hidden shrink-0 sm:max-md:block lg:block">
            <Link href={companyHub.href} className={linkClass}>
              {t('nav.company')}
            </Link>
          </li>
        )}
        {page?.group === 'finance' && <li className="hidden shrink-0 sm:max-md:block lg:block">{t('nav.finance')}</li>}
        {page &&
          listAbove(page).map(({ key, href }) => (
            <li key={key} className="hidden shrink-0 sm:max-md:block lg:block">
              <Link href={href} className={linkClass}>
                {t(`pages.${key}`)}
              </Link>
            </li>
          ))}
        {page && (
          <li className="flex min-w-0 items-center font-semibold text-ink">
            {pathname === page.href ? (
              <span aria-current="page" className="truncate">
                {t(`pages.${page.key}`)}
              </span>
            ) : (
              <Link href={page.href} className="block truncate rounded-sm py-0.5 no-underline hover:text-accent-text">
                {t(`pages.${page.key}`)}
              </Link>
            )}
          </li>
        )}
      </ol>
    </nav>
  )
}
