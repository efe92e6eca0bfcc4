'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { UnreadTable } from '@/components/connect/order-imports/unread-table'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { FormError } from '@/components/ui/form-error'
import { Progress } from '@/components/ui/progress'
import { useAction } from '@/components/ui/use-action'
import { useMessage } from '@/components/ui/use-message'
import type { ErrorCode } from '@/lib/core/errors'
import { applySheetAction } from '@/lib/catalog/mapping/actions'
import type { RunChange, RunView } from '@/lib/catalog/mapping/run-view'
import { draftPath } from '@/lib/catalog/mapping/paths'
import type { RemapScope } from '@/lib/catalog/mapping/schema'
import { fetchAnswer } from './fetch-answer'
import { RemapChoice } from './remap-choice'
import { MadeProducts, TakenBack } from './made-products'
import { RunProblems } from './run-problems'

const EVERY_MS = 1000
const isUnderWay = ({ state }: Pick<RunView, 'state'>) => state === 'waiting' || state === 'applying'

type RunCardProps = {
  run: RunView
  today: string
  /** It is the page's own matter, and cannot be put away. */ stays?: boolean
}
const titles = { remap: 'remapTitle', sheet: 'skuTitle', products: 'productsTitle', productsUndo: 'undoTitle' } as const
const labels = { remap: 'remapping', sheet: 'mapping', products: 'making', productsUndo: 'undoing' } as const

/** Work on mappings that goes on in the background: found again after leaving, until it is put away. */
export function RunCard({ run: initial, today, stays = false }: RunCardProps) {
  const t = useTranslations('mapping.run')
  const message = useMessage()
  const router = useRouter()
  const [away, setAway] = useState(false)
  const { data: run } = useQuery({
    queryKey: ['mapping-run', initial.id, initial.state],
    queryFn: () => fetchAnswer<RunView>(`/api/mapping/runs/${initial.id}`),
    initialData: initial,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state: { data = initial } }) => (isUnderWay(data) ? EVERY_MS : false),
  })
  useEffect(() => {
    if (run.state !== initial.state) router.refresh()
  }, [run.state, initial.state, router])
  if (away) return null
  const { good = 0, same = 0, bad = 0, changed = 0, orders = 0, refused, photosLeft } = run.summary
  const isOfProducts = run.kind === 'products' || run.kind === 'productsUndo'
  return (
    <Card className="mb-4">
      <CardHeader
        title={run.fileName ? t('sheetTitle', { name: run.fileName }) : t(titles[run.kind])}
        actions={
          !isUnderWay(run) &&
          !stays && (
            <Button size="sm" variant="ghost" onClick={() => setAway(true)}>
              {t('putAway')}
            </Button>
          )
        }
        className="mb-2"
      />
      <div aria-live="polite">
        {run.state === 'waiting' && <Progress label={t('reading')} />}
        {run.state === 'applying' && (
          <Progress
            label={t(photosLeft ? 'photos' : labels[run.kind])}
            value={run.done}
            max={Math.max(run.total, 1)}
            detail={photosLeft ? t('photosLeft', { count: photosLeft }) : t('of', { done: run.done, total: run.total })}
          />
        )}
        {run.state === 'done' && run.kind === 'products' && <MadeProducts run={run} />}
        {run.state === 'done' && run.kind === 'productsUndo' && <TakenBack summary={run.summary} />}
        {run.state === 'done' && !isOfProducts && (
          <p>
            {run.kind === 'remap'
              ? t('remapped', { count: run.done })
              : `${t('mapped', { count: changed })} ${t('remapped', { count: orders })}`}
          </p>
        )}
        {run.state === 'failed' && (
          <p className="text-bad">{refused ? message(refused as ErrorCode, { rows: 20_000 }) : t('failed')}</p>
        )}
        {run.state === 'applying' && !stays && run.kind === 'products' && (
          <Link href={draftPath(run.id)} className="text-accent-text">
            {t('open')}
          </Link>
        )}
        {run.state === 'ready' && <p>{t('preview', { good, same, bad })}</p>}
      </div>
      {run.state === 'ready' && good > 0 && <Changes changes={run.changes} total={good} />}
      {run.state === 'ready' && good > 0 && <ApplySheet runId={run.id} count={good} today={today} />}
      {run.summary.unread && (
        <div className="mt-3">
          <UnreadTable unread={run.summary.unread} />
        </div>
      )}
      {run.problems.length > 0 && <RunProblems problems={run.problems} total={bad} />}
    </Card>
  )
}

/** Each listing with its new product, so that no confirmation is blind. */
function Changes({ changes, total }: { changes: RunChange[]; total: number }) {
  const t = useTranslations('mapping.run')
  return (
    <ul aria-label={t('changes')} className="mt-2 divide-y divide-line rounded-control border border-line">
      {changes.map(({ listing, variation, sku, title, quantity }, index) => (
        <li key={index} className="grid gap-x-4 px-3 py-1.5 sm:grid-cols-2">
          <span className="min-w-0 wrap-anywhere">
            {listing}
            {variation && <span className="block text-[13px] text-ink-3">{variation}</span>}
          </span>
          <span className="min-w-0 wrap-anywhere">
            {t('becomes', { count: quantity, sku })}
            <span className="block text-[13px] text-ink-3">{title}</span>
          </span>
        </li>
      ))}
      {total > changes.length && (
        <li className="px-3 py-1.5 text-ink-2">{t('moreChanges', { count: total - changes.length })}</li>
      )}
    </ul>
  )
}

function ApplySheet({ runId, count, today }: { runId: string; count: number; today: string }) {
  const t = useTranslations('mapping.run')
  const [scope, setScope] = useState<RemapScope>('open')
  const [sinceDay, setSinceDay] = useState<string | null>(null)
  const applying = useAction(applySheetAction, { refresh: true })
  return (
    <div className="mt-3 flex flex-col items-start gap-3">
      <FormError error={applying.error} />
      <RemapChoice
        preview={`/api/mapping/preview/bulk?run=${runId}`}
        scope={scope}
        sinceDay={sinceDay}
        today={today}
        dayError={applying.fields.sinceDay}
        onScope={setScope}
        onDay={setSinceDay}
      />
      <Button
        variant="primary"
        pending={applying.pending}
        onClick={() => void applying.run({ runId, scope, sinceDay: scope === 'since' ? sinceDay : null })}
      >
        {t('apply', { count })}
      </Button>
    </div>
  )
}
