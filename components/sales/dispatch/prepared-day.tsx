'use client'

import { useTranslations } from 'next-intl'
import Link from 'next/link'
import { ClipboardDocumentCheckIcon, ListBulletIcon, QrCodeIcon, TruckIcon } from '@heroicons/react/24/outline'
import { Badge } from '@/components/ui/badge'
import { Button, ButtonLink, buttonClass } from '@/components/ui/button'
import { useAction } from '@/components/ui/use-action'
import { prepareDayAction } from '@/lib/sales/dispatch/actions'
import { centralPath, packingQueuePath, pickingPath, type RunProblem, type RunView } from '@/lib/sales/dispatch/schema'
import { actionOf, hrefOf } from './problem-action'
import { RunFiles } from './run-files'

const SHOWN = 30

/** The outcome of the day's button: the papers, and the rest with one action each. */
export function PreparedDay({ run, canRetry }: { run: RunView; canRetry: boolean }) {
  const t = useTranslations('dispatch')
  const left = [...new Map(run.problems.map((problem) => [problem.subject, problem])).values()]
  const ready = run.orders - left.length
  return (
    <li className="grid gap-3 py-3">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-semibold">{t('runs.kinds.prepare')}</span>
        <Badge tone={run.state === 'failed' ? 'bad' : left.length > 0 ? 'warn' : 'good'}>
          {t(`runs.states.${run.state}`)}
        </Badge>
        <span className="text-ink-2">{t('prepare.ready', { count: run.state === 'failed' ? 0 : ready })}</span>
      </div>
      {run.state === 'failed' && <p className="text-[13px] text-bad">{t('runs.failed')}</p>}
      {ready > 0 && (
        <div className="flex flex-wrap gap-2">
          <RunFiles run={run} />
          <ButtonLink size="sm" href={`${packingQueuePath}?run=${run.id}`}>
            <QrCodeIcon aria-hidden />
            {t('prepare.pack')}
          </ButtonLink>
          <ButtonLink size="sm" href={`${pickingPath}?run=${run.id}&stage=printed`}>
            <ListBulletIcon aria-hidden />
            {t('prepare.picking')}
          </ButtonLink>
          <a
            href={`/api/dispatch/runs/${run.id}/manifest`}
            target="_blank"
            rel="noreferrer"
            className={buttonClass({ size: 'sm' })}
          >
            <TruckIcon aria-hidden />
            {t('prepare.manifest')}
          </a>
          <ButtonLink size="sm" href={`${centralPath}?run=${run.id}`}>
            <ClipboardDocumentCheckIcon aria-hidden />
            {t('prepare.orders')}
          </ButtonLink>
        </div>
      )}
      {run.latePickups.length > 0 && (
        <section aria-label={t('prepare.latePickups', { count: run.latePickups.length })}>
          <h3 className="text-[13px] font-semibold text-warn">
            {t('prepare.latePickups', { count: run.latePickups.length })}
          </h3>
          <p className="text-[13px] text-ink-2">{t('prepare.latePickupsWhy')}</p>
          <p className="mt-1 flex flex-wrap gap-x-3 gap-y-1 text-[13px]">
            {run.latePickups.slice(0, SHOWN).map(({ subject, code }) => (
              <Link key={subject} href={`/dashboard/orders/${subject}`} className="font-semibold tabular-nums">
                {code}
              </Link>
            ))}
            {run.latePickups.length > SHOWN && (
              <span>{t('prepare.moreLeft', { count: run.latePickups.length - SHOWN })}</span>
            )}
          </p>
        </section>
      )}
      {left.length > 0 && (
        <section aria-label={t('prepare.left', { count: left.length })}>
          <h3 className="text-[13px] font-semibold text-warn">{t('prepare.left', { count: left.length })}</h3>
          <ul className="mt-1 divide-y divide-line rounded-card border border-line">
            {left.slice(0, SHOWN).map((problem) => (
              <Left key={problem.subject} problem={problem} canRetry={canRetry} />
            ))}
          </ul>
          {left.length > SHOWN && (
            <p className="mt-1 text-[13px] text-ink-2">{t('prepare.moreLeft', { count: left.length - SHOWN })}</p>
          )}
        </section>
      )}
    </li>
  )
}

function Left({ problem, canRetry }: { problem: RunProblem; canRetry: boolean }) {
  const t = useTranslations('dispatch')
  const { code, subject, errorCode, text } = problem
  const again = useAction(prepareDayAction, {
    refresh: true,
    successMessage: ({ count }) => t('prepare.queued', { count }),
  })
  const action = actionOf(errorCode)
  const label = t(`prepare.actions.${action}`)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2">
      <p className="min-w-0 flex-1 basis-56 text-[13px] wrap-anywhere">
        <Link href={`/dashboard/orders/${subject}`} className="font-semibold tabular-nums">
          {code}
        </Link>
        <span className="block">
          {t(`problems.${errorCode}`)}
          {text && <span className="text-ink-3">{` (${text})`}</span>}
        </span>
      </p>
      {action === 'again' ? (
        canRetry && (
          <Button
            size="sm"
            pending={again.pending}
            aria-label={t('prepare.actionOf', { action: label, code })}
            onClick={() => void again.run({ selection: { orderIds: [subject] }, papers: [] })}
          >
            {label}
          </Button>
        )
      ) : (
        <ButtonLink
          size="sm"
          href={hrefOf(action, problem)}
          aria-label={t('prepare.actionOf', { action: label, code })}
        >
          {label}
        </ButtonLink>
      )}
    </li>
  )
}
