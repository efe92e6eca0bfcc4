'use client'

import { useTranslations } from 'next-intl'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Progress } from '@/components/ui/progress'
import { useAction } from '@/components/ui/use-action'
import { retryRunAction } from '@/lib/sales/dispatch/actions'
import type { RunView } from '@/lib/sales/dispatch/schema'
import { PreparedDay } from './prepared-day'
import { RunFiles } from './run-files'
import { isUnderWay, useRun } from './use-run'

const preparing = ['check', 'arrange', 'label'] as const
const stepOf = ({ done, orders }: RunView) => preparing[Math.floor(done / Math.max(1, orders))] ?? 'bind'

export function RunItem({ first, canRetry }: { first: RunView; canRetry: boolean }) {
  const t = useTranslations('dispatch.runs')
  const steps = useTranslations('dispatch.prepare')
  const router = useRouter()
  const { run, stalled } = useRun(first)
  const wasUnderWay = useRef(isUnderWay(first))
  const retry = useAction(retryRunAction, { refresh: true, successMessage: t('retried') })
  const ended = !isUnderWay(run)
  useEffect(() => {
    if (!ended || !wasUnderWay.current) return
    wasUnderWay.current = false
    router.refresh()
  }, [ended, router])

  if (!ended)
    return (
      <li aria-live="polite" className="py-2">
        <Progress
          label={`${t(`kinds.${run.kind}`)} · ${run.kind === 'prepare' && run.state === 'running' ? steps(`steps.${stepOf(run)}`) : t(`states.${run.state}`)}`}
          value={run.done}
          max={Math.max(1, run.total)}
          detail={
            run.kind === 'prepare'
              ? t('orderCount', { count: run.orders })
              : t('count', { done: run.done, total: run.total })
          }
        />
        <p className="mt-1 text-[13px] text-ink-2">{t(stalled ? 'stalled' : 'leave')}</p>
      </li>
    )
  if (run.kind === 'prepare') return <PreparedDay run={run} canRetry={canRetry} />
  const failed = new Set(run.problems.map(({ subject }) => subject)).size
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 py-2">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-semibold">{t(`kinds.${run.kind}`)}</span>
          <Badge tone={run.state === 'failed' ? 'bad' : failed + run.refused > 0 ? 'warn' : 'good'}>
            {t(`states.${run.state}`)}
          </Badge>
          <span className="text-[13px] text-ink-2">
            {t('ok', { count: run.done - failed - run.refused })}
            {failed > 0 && ` · ${t('problems', { count: failed })}`}
            {run.refused > 0 && ` · ${t('refused', { count: run.refused })}`}
          </span>
        </p>
        {run.state === 'failed' && <p className="text-[13px] text-bad">{t('failed')}</p>}
        {run.thermalLabels > 0 && (
          <p className="text-[13px] text-ink-2">{t('thermal', { count: run.thermalLabels })}</p>
        )}
        {failed > 0 && <Problems run={run} />}
      </div>
      <span className="flex flex-wrap gap-2">
        <RunFiles run={run} />
        {canRetry && (failed > 0 || run.state === 'failed') && (
          <Button size="sm" pending={retry.pending} onClick={() => void retry.run({ runId: run.id })}>
            {t('retry')}
          </Button>
        )}
      </span>
    </li>
  )
}

function Problems({ run: { problems } }: { run: RunView }) {
  const t = useTranslations('dispatch')
  return (
    <details className="mt-1 text-[13px]" open={problems.length <= 3}>
      <summary className="w-fit cursor-pointer text-accent-text">{t('runs.showProblems')}</summary>
      <ul className="mt-1 grid gap-1">
        {problems.map(({ code, subject, errorCode, text }, index) => (
          <li key={index} className="wrap-anywhere">
            <Link href={`/dashboard/orders/${subject}`} className="font-medium tabular-nums">
              {code}
            </Link>
            {`: ${t(`problems.${errorCode}`)}`}
            {text && <span className="text-ink-3">{` (${text})`}</span>}
          </li>
        ))}
      </ul>
    </details>
  )
}
