import { useTranslations } from 'next-intl'
import { RunScreen } from '@/components/connect/order-imports/run-screen'
import { RunHeading } from '@/components/connect/order-imports/state-badge'
import { Card } from '@/components/ui/card'
import { moneyFilesPath } from '@/lib/core/paths'
import type { MoneyFileView } from '@/lib/connect/money-reports/views'
import { MoneyFilePreview } from './money-file-preview'
import { MoneyFileResult, mayMove } from './money-file-result'
import { MoneyProgressCard } from './money-progress-card'
import { AccountForm } from './account-form'
import { OwnerForm } from './owner-form'
import { UndoMoneyFile } from './undo-money-file'

type MoneyFileScreenProps = { view: MoneyFileView; mayImport: boolean }

export function MoneyFileScreen({ view, mayImport }: MoneyFileScreenProps) {
  const t = useTranslations('moneyFiles')
  const { run } = view
  const { money, result, undo = null } = run.summary
  const isHalfStored = run.state === 'failed' && (mayMove(run.summary) || undo !== null)
  return (
    <>
      <RunScreen
        of="moneyFiles"
        path={moneyFilesPath}
        run={run}
        heading={
          <RunHeading
            of="moneyFiles"
            fileName={run.fileName}
            state={run.state}
            kind={money && t(`types.${money.type}`)}
          />
        }
        running={<MoneyProgressCard importId={run.id} initial={run.progress} mayImport={mayImport} />}
        ready={
          money?.asks ? (
            <Card className="max-w-xl">
              {money.asks === 'account' ? (
                <AccountForm
                  importId={run.id}
                  owner={money.owner!}
                  accounts={money.accounts ?? []}
                  mayImport={mayImport}
                />
              ) : (
                <OwnerForm importId={run.id} kind={money.asks} owners={view.owners} mayImport={mayImport} />
              )}
            </Card>
          ) : (
            <MoneyFilePreview view={view} mayImport={mayImport} />
          )
        }
        done={<MoneyFileResult view={view} mayImport={mayImport} />}
        partly={result && t('refused.partly', { count: result.created + result.updated })}
      />
      {isHalfStored && mayImport && money?.owner && (
        <div className="mt-4">
          <UndoMoneyFile importId={run.id} shop={money.owner} undo={undo} />
        </div>
      )}
    </>
  )
}
