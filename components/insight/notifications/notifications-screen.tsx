import { BellIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { PageHeader } from '@/components/ui/page-header'
import { Pagination } from '@/components/ui/pagination'
import type { Page } from '@/lib/core/keyset'
import type { Notice } from '@/lib/insight/notifications/queries'
import { notificationsPath } from '@/lib/identity/notices/schema'
import { MarkAllButton } from './mark-all-button'
import { NoticeItem } from './notice-item'

const hrefOf = (side: 'after' | 'before', place: string | null) =>
  place && `${notificationsPath}?${new URLSearchParams({ [side]: place }).toString()}`

export function NotificationsScreen({ page }: { page: Page<Notice> }) {
  const t = useTranslations('notifications')
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <>
            <ButtonLink href="/dashboard/settings/notifications">{t('settings')}</ButtonLink>
            {page.rows.some(({ read }) => !read) && <MarkAllButton />}
          </>
        }
      />
      <Card flush className="max-w-3xl">
        {page.rows.length === 0 ? (
          <EmptyState kind="first" icon={<BellIcon />} title={t('empty.title')} text={t('empty.text')} />
        ) : (
          <ul aria-label={t('list')}>
            {page.rows.map((notice) => (
              <NoticeItem key={notice.id} notice={notice} />
            ))}
          </ul>
        )}
        {(page.previous || page.next) && (
          <Pagination previousHref={hrefOf('before', page.previous)} nextHref={hrefOf('after', page.next)} />
        )}
      </Card>
    </>
  )
}
