import { useTranslations } from 'next-intl'
import Link from 'next/link'
import { ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { PageHeader } from '@/components/ui/page-header'
import { useMessage } from '@/components/ui/use-message'
import type { ImportView } from '@/lib/connect/order-imports/views'
import { ImportPreview } from './import-preview'
import { ImportProgressCard } from './import-progress-card'
import { ImportResult } from './import-result'
import { StateBadge } from './state-badge'

type ImportScreenProps = { viewer: { timeZone: string }; view: ImportView; tab: unknown }

export function ImportScreen({ view, tab }: ImportScreenProps) {
  const t = useTranslations('imports')
  const { detail } = view
  return (
    <>
      <Link
        href="/dashboard/orders/import"
        className="mb-2 inline-block text-[13px] text-accent-text no-underline hover:underline"
      >
        {t('back')}
      </Link>
      <PageHeader
        title={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 break-words">{detail.fileName}</span>
            <StateBadge state={detail.state} />
          </span>
        }
        description={detail.shopName}
      />
      <Body view={view} tab={tab} />
    </>
  )
}

function Body({ view, tab }: { view: ImportView; tab: unknown }) {
  const t = useTranslations('imports')
  const { detail } = view
  switch (detail.state) {
    case 'uploaded':
    case 'checking':
    case 'applying':
      return <ImportProgressCard importId={detail.id} initial={detail.progress} />
    case 'ready':
      return <ImportPreview view={view} tab={tab} />
    case 'done':
      return <ImportResult view={view} />
    case 'failed':
      return <Refused view={view} />
    case 'cancelled':
      return (
        <Card>
          <EmptyState
            kind="none"
            title={t('cancelledScreen.title')}
            text={t('cancelledScreen.text')}
            action={<ButtonLink href="/dashboard/orders/import">{t('refused.again')}</ButtonLink>}
          />
        </Card>
      )
  }
}

function Refused({ view }: { view: ImportView }) {
  const t = useTranslations('imports.refused')
  const common = useTranslations('common')
  const message = useMessage()
  const { errorCode, summary } = view.detail
  const { reference, result } = summary
  return (
    <Card>
      <EmptyState
        kind="error"
        title={t(reference ? 'interrupted' : 'title')}
        text={[
          message(reference ? 'importInterrupted' : (errorCode ?? 'unexpected'), summary.errorValues),
          result ? t('partly', { count: result.created + result.updated }) : t('text'),
          reference && common('reference', { id: reference }),
        ]
          .filter(Boolean)
          .join(' ')}
        action={
          <ButtonLink variant="primary" href="/dashboard/orders/import">
            {t('again')}
          </ButtonLink>
        }
      />
    </Card>
  )
}
