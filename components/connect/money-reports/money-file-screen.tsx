import { useTranslations } from 'next-intl'
import Link from 'next/link'
import { StateBadge } from '@/components/connect/order-imports/state-badge'
import { ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { useMessage } from '@/components/ui/use-message'
import { moneyFilesPath } from '@/lib/core/paths'
import type { MoneyFileView } from '@/lib/connect/money-reports/views'
import { MoneyFilePreview } from './money-file-preview'
import { MoneyFileResult } from './money-file-result'
import { MoneyProgressCard } from './money-progress-card'
import { OwnerForm } from './owner-form'

type MoneyFileScreenProps = { view: MoneyFileView; mayImport: boolean }

export function MoneyFileScreen({ view, mayImport }: MoneyFileScreenProps) {
  const t = useTranslations('moneyFiles')
  const { run } = view
  const type = run.summary.money?.type
  return (
    <>
      <Link
        href={moneyFilesPath}
        className="mb-2 inline-block text-[13px] text-accent-text no-underline hover:underline"
      >
        {t('back')}
      </Link>
      <h2 className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-lg font-title">
        <span className="min-w-0 break-words">{run.fileName}</span>
        <StateBadge state={run.state} of="moneyFiles" />
        {type && <span className="w-full text-[13px] font-normal text-ink-2">{t(`types.${type}`)}</span>}
      </h2>
      <Body view={view} mayImport={mayImport} />
    </>
  )
}

function Body({ view, mayImport }: MoneyFileScreenProps) {
  const t = useTranslations('moneyFiles')
  const { run } = view
  switch (run.state) {
    case 'uploaded':
    case 'checking':
    case 'applying':
      return <MoneyProgressCard importId={run.id} initial={run.progress} mayImport={mayImport} />
    case 'ready':
      return run.summary.money?.asks ? (
        <Card className="max-w-xl">
          <OwnerForm importId={run.id} kind={run.summary.money.asks} owners={view.owners} mayImport={mayImport} />
        </Card>
      ) : (
        <MoneyFilePreview view={view} mayImport={mayImport} />
      )
    case 'done':
      return <MoneyFileResult view={view} mayImport={mayImport} />
    case 'failed':
      return <Refused view={view} />
    case 'cancelled':
      return (
        <Card>
          <EmptyState
            kind="none"
            title={t('cancelledScreen.title')}
            text={t('cancelledScreen.text')}
            action={<ButtonLink href={moneyFilesPath}>{t('refused.again')}</ButtonLink>}
          />
        </Card>
      )
  }
}

function Refused({ view }: { view: MoneyFileView }) {
  const t = useTranslations('moneyFiles.refused')
  const common = useTranslations('common')
  const message = useMessage()
  const { errorCode, summary } = view.run
  const { reference } = summary
  return (
    <Card>
      <EmptyState
        kind="error"
        title={t(reference ? 'interrupted' : 'title')}
        text={[
          message(reference ? 'importInterrupted' : (errorCode ?? 'unexpected'), summary.errorValues),
          !summary.result && t('text'),
          reference && common('reference', { id: reference }),
        ]
          .filter(Boolean)
          .join(' ')}
        action={
          <ButtonLink variant="primary" href={moneyFilesPath}>
            {t('again')}
          </ButtonLink>
        }
      />
    </Card>
  )
}
