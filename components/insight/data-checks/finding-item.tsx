import { useTranslations } from 'next-intl'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { Badge, type Tone } from '@/components/ui/badge'
import { ButtonLink, buttonClass } from '@/components/ui/button'
import type { Severity } from '@/lib/insight/data-checks/schema'
import type { FindingView } from '@/lib/insight/data-checks/views'
import { FindingRows } from './finding-rows'
import { RepairButton } from './repair-button'

const tones: Record<Severity, Tone> = { critical: 'bad', warning: 'warn', notice: 'neutral' }

type FindingItemProps = { finding: FindingView; runId: string; note: ReactNode }

/** A check's finding: its meaning, the remedy, the records, and its repair where there is one. */
export function FindingItem({ finding, runId, note }: FindingItemProps) {
  const t = useTranslations('healthChecks')
  const { check, outcome, severity, count, isVisible, isOwn, href, rows, toggleHref, repair } = finding
  // Where the list says all there is to say of each, it is enough.
  const hasRows = !href || t.has(`checks.${check}.row` as `checks.${typeof check}.title`)
  return (
    <li id={check} className="scroll-mt-20 px-4 py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-72">
          <h3 className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm font-semibold">
            {t(`checks.${check}.title`)}
            {outcome === 'found' ? (
              <Badge tone={tones[severity]}>{t('count', { count })}</Badge>
            ) : (
              <Badge tone="warn">{t('unknown')}</Badge>
            )}
          </h3>
          <p className="mt-0.5 text-[13px] text-ink-2">
            {outcome === 'found' ? t(`checks.${check}.means`) : (note ?? t('unknownText'))}
          </p>
          {outcome === 'found' && note && <p className="mt-0.5 text-[13px] text-ink-3">{note}</p>}
          {outcome === 'found' && (
            <p className="mt-0.5 text-[13px] text-ink-2">
              <span className="font-semibold">{t('todo')}</span> {isOwn ? t('own.todo') : t(`checks.${check}.todo`)}
            </p>
          )}
          <RepairNote repair={repair} isVisible={isVisible} isFound={outcome === 'found'} />
        </div>
        <div className="flex flex-wrap gap-2">
          {outcome === 'found' && isVisible && (hasRows || rows) && (
            <Link
              href={`${toggleHref}#${check}`}
              scroll={false}
              className={buttonClass({ size: 'sm', variant: 'ghost' })}
            >
              {t(rows ? 'hide' : 'show')}
              <span className="sr-only">: {t(`checks.${check}.title`)}</span>
            </Link>
          )}
          {href && (
            <ButtonLink size="sm" href={href}>
              {t(isOwn ? 'own.open' : 'open')}
              <span className="sr-only">: {t(`checks.${check}.title`)}</span>
            </ButtonLink>
          )}
          {repair !== 'none' && (
            <RepairButton
              runId={runId}
              check={check}
              isUnderWay={repair === 'asked'}
              label={t('repair.button')}
              name={t('repair.confirm', { check: t(`checks.${check}.title`) })}
            />
          )}
        </div>
      </div>
      {rows && <FindingRows finding={finding} rows={rows} />}
    </li>
  )
}

type RepairNoteProps = Pick<FindingView, 'repair' | 'isVisible'> & { isFound: boolean }

function RepairNote({ repair, isVisible, isFound }: RepairNoteProps) {
  const t = useTranslations('healthChecks')
  if (!isVisible && isFound) return <p className="mt-1 text-[13px] text-ink-3">{t('hidden')}</p>
  if (repair !== 'asked' && repair !== 'failed' && repair !== 'done') return null
  return (
    <p role="status" className={repair === 'failed' ? 'mt-1 text-[13px] text-bad' : 'mt-1 text-[13px] text-ink-3'}>
      {t(`repair.${repair}`)}
    </p>
  )
}
