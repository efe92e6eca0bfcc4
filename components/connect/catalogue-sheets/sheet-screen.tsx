import { useTranslations } from 'next-intl'
import { CancelImportButton } from '@/components/connect/order-imports/cancel-import-button'
import { RunProgressCard } from '@/components/connect/order-imports/run-progress-card'
import { RunScreen } from '@/components/connect/order-imports/run-screen'
import { RunHeading } from '@/components/connect/order-imports/state-badge'
import { sheetsPath } from '@/lib/connect/catalogue-sheets/schema'
import type { SheetView } from '@/lib/connect/catalogue-sheets/views'
import { ColumnMapper } from './column-mapper'
import { SheetPreview } from './sheet-preview'
import { SheetResult } from './sheet-result'

export function SheetScreen({ view, seesMoney, today }: { view: SheetView; seesMoney: boolean; today: string }) {
  const t = useTranslations('sheets')
  const { run } = view
  const { unknownSheet, result } = run.summary
  return (
    <RunScreen
      of="sheets"
      path={sheetsPath}
      run={run}
      heading={<RunHeading fileName={run.fileName} state={run.state} kind={t(`kinds.${run.kind}`)} />}
      running={
        <RunProgressCard
          of="sheets"
          importId={run.id}
          initial={run.progress}
          cancel={<CancelImportButton importId={run.id} />}
        />
      }
      ready={
        unknownSheet ? (
          <ColumnMapper importId={run.id} kind={run.kind} sheet={unknownSheet} seesMoney={seesMoney} />
        ) : (
          <SheetPreview view={view} seesMoney={seesMoney} today={today} />
        )
      }
      done={<SheetResult view={view} />}
      partly={result && t('refused.partly', { count: result.created + result.updated })}
    />
  )
}
