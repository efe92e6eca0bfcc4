import { useTranslations } from 'next-intl'
import { PageHeader } from '@/components/ui/page-header'
import type { ImportView } from '@/lib/connect/order-imports/views'
import { ImportPreview } from './import-preview'
import { ImportProgressCard } from './import-progress-card'
import { ImportResult } from './import-result'
import { RunScreen } from './run-screen'
import { StateBadge } from './state-badge'

type ImportScreenProps = { viewer: { timeZone: string }; view: ImportView; tab: unknown }

export function ImportScreen({ view, tab }: ImportScreenProps) {
  const t = useTranslations('imports.refused')
  const { detail } = view
  const { result } = detail.summary
  return (
    <RunScreen
      of="imports"
      path="/dashboard/orders/import"
      run={detail}
      heading={
        <PageHeader
          title={
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="min-w-0 break-words">{detail.fileName}</span>
              <StateBadge state={detail.state} />
            </span>
          }
          description={detail.shopName}
        />
      }
      running={<ImportProgressCard importId={detail.id} initial={detail.progress} />}
      ready={<ImportPreview view={view} tab={tab} />}
      done={<ImportResult view={view} />}
      partly={result && t('partly', { count: result.created + result.updated })}
    />
  )
}
