'use client'

import { useTranslations } from 'next-intl'
import { ButtonLink } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { BrandMark } from './brand'

/**
 * A page that no route answers, or a record that is not this organization's: both look the same from outside. A record leads back to the
 * list where one looks for it.
 */
export function NotFoundScreen({ what, list = null }: { what: 'page' | 'record'; list?: string | null }) {
  const t = useTranslations('pages.notFound')
  const isPage = what === 'page'
  return (
    <EmptyState
      kind="none"
      level={1}
      icon={isPage ? <BrandMark className="size-12! rounded-full" /> : undefined}
      title={t(isPage ? 'heading' : 'record')}
      text={t(isPage ? 'text' : 'recordText')}
      action={
        <>
          {list && (
            <ButtonLink variant="primary" href={list}>
              {t('list')}
            </ButtonLink>
          )}
          <ButtonLink variant={list ? 'secondary' : 'primary'} href="/dashboard">
            {t('dashboard')}
          </ButtonLink>
          {isPage && <ButtonLink href="/">{t('home')}</ButtonLink>}
        </>
      }
    />
  )
}
