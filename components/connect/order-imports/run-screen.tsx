import { useTranslations } from 'next-intl'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { useMessage } from '@/components/ui/use-message'
import type { ImportState, ImportSummary } from '@/lib/connect/order-imports/schema'

/** The texts of a kind of file. */
export type RunTexts = 'imports' | 'sheets' | 'moneyFiles'

type RunScreenProps = {
  of: RunTexts
  /** The list of such files. */
  path: string
  run: {
    state: ImportState
    errorCode: string | null
    summary: Pick<ImportSummary, 'reference' | 'errorValues' | 'result'>
  }
  heading: ReactNode
  running: ReactNode
  ready: ReactNode
  done: ReactNode
  /** The rows that stay although the run stopped. */
  partly?: string
}

/** One sent file, in the state of its run. */
export function RunScreen({ of, path, run, heading, partly, ...parts }: RunScreenProps) {
  const t = useTranslations(of)
  return (
    <>
      <Link href={path} className="mb-2 inline-block text-[13px] text-accent-text no-underline hover:underline">
        {t('back')}
      </Link>
      {heading}
      <Body of={of} path={path} run={run} partly={partly} {...parts} />
    </>
  )
}

function Body({ of, path, run, running, ready, done, partly }: Omit<RunScreenProps, 'heading'>) {
  const t = useTranslations(of)
  switch (run.state) {
    case 'uploaded':
    case 'checking':
    case 'applying':
      return running
    case 'ready':
      return ready
    case 'done':
      return done
    case 'failed':
      return <Refused of={of} path={path} run={run} partly={partly} />
    case 'cancelled':
      return (
        <Card>
          <EmptyState
            kind="none"
            title={t('cancelledScreen.title')}
            text={t('cancelledScreen.text')}
            action={<ButtonLink href={path}>{t('refused.again')}</ButtonLink>}
          />
        </Card>
      )
  }
}

function Refused({ of, path, run, partly }: Pick<RunScreenProps, 'of' | 'path' | 'run' | 'partly'>) {
  const t = useTranslations(`${of}.refused`)
  const common = useTranslations('common')
  const message = useMessage()
  const { reference, result, errorValues } = run.summary
  return (
    <Card>
      <EmptyState
        kind="error"
        title={t(reference ? 'interrupted' : 'title')}
        text={[
          message(reference ? 'importInterrupted' : (run.errorCode ?? 'unexpected'), errorValues),
          result ? partly : t('text'),
          reference && common('reference', { id: reference }),
        ]
          .filter(Boolean)
          .join(' ')}
        action={
          <ButtonLink variant="primary" href={path}>
            {t('again')}
          </ButtonLink>
        }
      />
    </Card>
  )
}
