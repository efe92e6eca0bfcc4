import { useTranslations } from 'next-intl'
import { ButtonLink } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { BrandMark } from './brand'

/** A page that no route answers, or a record that is not this organization's: both look the same from outside. */
export function NotFoundScreen({ what }: { what: 'page' | 'record' }) {
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
          <ButtonLink variant="primary" href="/dashboard">
            {t('dashboard')}
          </ButtonLink>
          {isPage && <ButtonLink href="/">{t('home')}</ButtonLink>}
        </>
      }
    />
  )
}
