import { useTranslations } from 'next-intl'
import Link from 'next/link'
import { StateBadge } from '@/components/connect/order-imports/state-badge'
import { ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { useMessage } from '@/components/ui/use-message'
import { sheetsPath } from '@/lib/connect/catalogue-sheets/schema'
import type { SheetView } from '@/lib/connect/catalogue-sheets/views'
import { ColumnMapper } from './column-mapper'
import { SheetPreview } from './sheet-preview'
import { SheetProgressCard } from './sheet-progress-card'
import { SheetResult } from './sheet-result'

export function SheetScreen({ view, seesMoney, today }: { view: SheetView; seesMoney: boolean; today: string }) {
  const t = useTranslations('sheets')
  const { run } = view
  return (
    <>
      <Link href={sheetsPath} className="mb-2 inline-block text-[13px] text-accent-text no-underline hover:underline">
        {t('back')}
      </Link>
      <h2 className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-lg font-title">
        <span className="min-w-0 break-words">{run.fileName}</span>
        <StateBadge state={run.state} />
        <span className="w-full text-[13px] font-normal text-ink-2">{t(`kinds.${run.kind}`)}</span>
      </h2>
      <Body view={view} seesMoney={seesMoney} today={today} />
    </>
  )
}

function Body({ view, seesMoney, today }: { view: SheetView; seesMoney: boolean; today: string }) {
  const t = useTranslations('sheets')
  const { run } = view
  switch (run.state) {
    case 'uploaded':
    case 'checking':
    case 'applying':
      return <SheetProgressCard importId={run.id} initial={run.progress} />
    case 'ready':
      return run.summary.unknownSheet ? (
        <ColumnMapper importId={run.id} kind={run.kind} sheet={run.summary.unknownSheet} seesMoney={seesMoney} />
      ) : (
        <SheetPreview view={view} seesMoney={seesMoney} today={today} />
      )
    case 'done':
      return <SheetResult view={view} />
    case 'failed':
      return <Refused view={view} />
    case 'cancelled':
      return (
        <Card>
          <EmptyState
            kind="none"
            title={t('cancelledScreen.title')}
            text={t('cancelledScreen.text')}
            action={<ButtonLink href={sheetsPath}>{t('refused.again')}</ButtonLink>}
          />
        </Card>
      )
  }
}

function Refused({ view }: { view: SheetView }) {
  const t = useTranslations('sheets.refused')
  const common = useTranslations('common')
  const message = useMessage()
  const { errorCode, summary } = view.run
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
          <ButtonLink variant="primary" href={sheetsPath}>
            {t('again')}
          </ButtonLink>
        }
      />
    </Card>
  )
}
