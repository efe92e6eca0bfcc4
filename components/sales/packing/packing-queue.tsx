'use client'

import { CheckCircleIcon } from '@heroicons/react/24/solid'
import { useTranslations } from 'next-intl'
import { BackLink } from '@/components/sales/dispatch/back-link'
import { Button, ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { Progress } from '@/components/ui/progress'
import { Switch } from '@/components/ui/switch'
import { useMessage } from '@/components/ui/use-message'
import { centralPath, dispatchTabPaths } from '@/lib/sales/dispatch/schema'
import type { PackingParcel } from '@/lib/sales/packing/schema'
import { EvidencePhoto } from './evidence-photo'
import { ParcelHead } from './parcel-head'
import { ParcelTiles } from './parcel-tiles'
import { ScanField } from './scan-field'
import { StopScreen } from './stop-screen'
import { usePacking, type Queue } from './use-packing'

type PackingQueueProps = { queue: Queue; timeZone: string }

/** The bench as a tablet: one parcel after the other, large, with nothing to touch while all is right. */
export function PackingQueue({ queue, timeZone }: PackingQueueProps) {
  const t = useTranslations('bench')
  const message = useMessage()
  const { state, open, isBusy, send, skip, takeNext, left, packed, done, isResumed, sound, error, next } =
    usePacking(queue)
  return (
    <div data-page="work-place" className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <BackLink label={t('queue.back')} href={dispatchTabPaths.bench} />
        <label className="flex min-h-6 items-center gap-2 text-[13px] text-ink-2">
          {t('sound')}
          <Switch aria-label={t('sound')} checked={sound.on} onChange={({ target }) => sound.setOn(target.checked)} />
        </label>
      </div>
      <Card flush>
        <div className="grid gap-3 p-4">
          <h2 className="text-lg font-title">{t(queue.runId ? 'queue.titleOfDay' : 'queue.title')}</h2>
          {left !== null && (
            <Progress
              label={t('queue.left', { count: left })}
              value={packed}
              max={Math.max(1, packed + left)}
              detail={t('queue.packedHere', { count: packed })}
            />
          )}
          <ScanField
            label={t(open ? 'scanItem' : 'scanLabel')}
            placeholder={t(open ? 'queue.scan' : 'scanLabel')}
            busy={isBusy || next.pending}
            paused={state.at === 'stopped'}
            onScan={(text) => send({ type: 'scanned', text })}
          />
        </div>
        <div role="status">
          {done && <Packed parcel={done} />}
          {state.at === 'label' && state.unknown && (
            <p className="px-4 pb-3 text-bad">{t('unknown', { code: state.unknown })}</p>
          )}
          {open && isResumed && <p className="px-4 pb-3 font-medium text-accent-text">{t('resumed')}</p>}
          {open && error && <p className="px-4 pb-3 text-bad">{message(error.code, error.values)}</p>}
        </div>
        {open ? (
          <>
            <div className="flex flex-wrap items-center justify-between gap-2 border-t border-line px-4 py-3">
              <ParcelHead parcel={open.parcel} large />
              <Button disabled={state.at === 'saving'} onClick={() => skip(open.parcel.id)}>
                {t('queue.skip')}
              </Button>
            </div>
            <ParcelTiles
              parcel={open.parcel}
              counts={open.counts}
              last={open.at === 'items' ? open.last : null}
              disabled={open.at === 'saving'}
              onCount={(key, units) => send({ type: 'counted', key, units })}
            />
            <p className="border-t border-line px-4 py-3 text-[13px] text-ink-3">{t('queue.hint')}</p>
          </>
        ) : (
          <Empty
            left={left}
            isDone={packed > 0}
            pending={next.pending || state.at !== 'label'}
            failed={next.error !== null}
            onAgain={() => takeNext()}
          />
        )}
        {state.at === 'stopped' && (
          <StopScreen
            state={state}
            timeZone={timeZone}
            onScan={(text) => send({ type: 'scanned', text })}
            onSeen={() => send({ type: 'seen' })}
          />
        )}
      </Card>
    </div>
  )
}

/** Green until the first scan of the next parcel. */
function Packed({ parcel }: { parcel: PackingParcel }) {
  const t = useTranslations('bench')
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 bg-good px-4 py-3 text-surface">
      <CheckCircleIcon aria-hidden className="size-8 shrink-0" />
      <p className="flex-1 text-lg font-title">{t('packed', { code: parcel.orderCode })}</p>
      <EvidencePhoto key={parcel.id} orderId={parcel.orderId} returnId={null} label={t('takePhoto')} />
    </div>
  )
}

type EmptyProps = {
  left: number | null
  /** Something was packed on this screen. */
  isDone: boolean
  pending: boolean
  failed: boolean
  onAgain: () => Promise<void>
}

function Empty({ left, isDone, pending, failed, onAgain }: EmptyProps) {
  const t = useTranslations('bench.queue')
  if (failed && !pending)
    return <EmptyState kind="error" level={3} action={<Button onClick={() => void onAgain()}>{t('again')}</Button>} />
  if (pending || left === null)
    return <p className="border-t border-line px-4 py-16 text-center text-lg text-ink-2">{t('looking')}</p>
  const isElsewhere = left > 0
  const key = isElsewhere ? 'elsewhere' : isDone ? 'empty' : 'nothing'
  return (
    <div className="border-t border-line">
      <EmptyState
        kind="none"
        level={3}
        icon={isDone && !isElsewhere ? <CheckCircleIcon /> : undefined}
        title={t(key, { count: left })}
        text={t(`${key}Text`)}
        action={
          <>
            <Button onClick={() => void onAgain()}>{t('again')}</Button>
            {!isElsewhere && (
              <ButtonLink variant="primary" href={isDone ? dispatchTabPaths.bench : centralPath}>
                {t(isDone ? 'manifest' : 'toDispatch')}
              </ButtonLink>
            )}
          </>
        }
      />
    </div>
  )
}
