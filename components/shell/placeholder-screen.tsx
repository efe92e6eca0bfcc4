import { ArrowRightIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import Link from 'next/link'
import { PageHeader } from '@/components/ui/page-header'
import type { Role } from '@/lib/auth/permissions'
import { getDestination } from './navigation'
import { mayOpen } from './navigation-rights'
import { placeholders, type PlaceholderKey } from './placeholders'

/** Says in one sentence what the page holds, and leads to what exists. */
export function PlaceholderScreen({ page, role }: { page: PlaceholderKey; role: Role }) {
  const t = useTranslations('placeholders')
  const pages = useTranslations('shell.pages')
  const links = placeholders[page].filter((key) => mayOpen(role, getDestination(key)))
  return (
    <>
      <PageHeader title={pages(page)} />
      <p className="max-w-2xl text-base leading-6 text-ink-2">{t(`text.${page}`)}</p>
      <h2 className="mt-8 mb-3 text-[15px] font-title">{t('heading')}</h2>
      {links.length === 0 && <p className="text-ink-2">{t('noneAllowed')}</p>}
      <ul className="grid max-w-4xl gap-3 sm:grid-cols-2">
        {links.map((key) => (
          <li key={key}>
            <Link
              href={getDestination(key).href}
              className="group flex h-full items-center gap-4 rounded-card border border-line bg-surface p-4 no-underline shadow-card hover:border-edge"
            >
              <span className="min-w-0 flex-1">
                <span className="block font-semibold text-ink">{pages(key)}</span>
                <span className="block text-[13px] text-ink-2">{t(`links.${key}`)}</span>
              </span>
              <ArrowRightIcon
                aria-hidden
                className="size-[18px] shrink-0 text-ink-3 transition-transform group-hover:translate-x-0.5 group-hover:text-accent-text"
              />
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
