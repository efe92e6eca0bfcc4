'use client'

import { CameraIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button, ButtonLink } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { Switch } from '@/components/ui/switch'
import { useMessage } from '@/components/ui/use-message'
import { packingQueuePath } from '@/lib/sales/dispatch/schema'
import { CameraScanner } from './camera-scanner'
import { EvidencePhoto } from './evidence-photo'
import { ParcelHead } from './parcel-head'
import { ParcelLines } from './parcel-lines'
import { ScanField } from './scan-field'
import { StopScreen } from './stop-screen'
import { usePacking } from './use-packing'

export function PackingStation({ timeZone }: { timeZone: string }) {
  const t = useTranslations('bench')
  const message = useMessage()
  const { state, open, isBusy, send, isResumed, sound, error } = usePacking()
  const [camera, setCamera] = useState(false)
  return (
    <Card flush>
      <CardHeader
        title={t('title')}
        description={t('text')}
        className="px-4 pt-4"
        actions={
          <>
            <label className="flex min-h-control items-center gap-2 text-[13px] text-ink-2">
              {t('sound')}
              <Switch
                aria-label={t('sound')}
                checked={sound.on}
                onChange={({ target }) => sound.setOn(target.checked)}
              />
            </label>
            <ButtonLink href={packingQueuePath}>{t('openQueue')}</ButtonLink>
          </>
        }
      />
      <div className="grid gap-3 p-4">
        <div className="flex flex-wrap items-center gap-2">
          <ScanField
            label={t(open ? 'scanItem' : 'scanLabel')}
            placeholder={t(open ? 'scanItem' : 'scanLabel')}
            busy={isBusy}
            paused={state.at === 'stopped'}
            onScan={(text) => send({ type: 'scanned', text })}
          />
          {!camera && (
            <Button className="min-h-12!" onClick={() => setCamera(true)}>
              <CameraIcon aria-hidden />
              {t('camera.open')}
            </Button>
          )}
        </div>
        {camera && (
          <CameraScanner onScan={(text) => send({ type: 'scanned', text })} onClose={() => setCamera(false)} />
        )}
        <div role="status" className="text-[15px]">
          {state.at === 'looking' && t('looking', { code: state.code })}
          {state.at === 'label' && state.unknown && <p className="text-bad">{t('unknown', { code: state.unknown })}</p>}
          {state.at === 'label' && state.packed && (
            <p className="font-semibold text-good">{t('packed', { code: state.packed.orderCode })}</p>
          )}
          {open && isResumed && <p className="font-medium text-accent-text">{t('resumed')}</p>}
          {open && error && <p className="text-bad">{message(error.code, error.values)}</p>}
        </div>
        {state.at === 'label' && state.packed && (
          <EvidencePhoto key={state.packed.id} orderId={state.packed.orderId} returnId={null} label={t('takePhoto')} />
        )}
      </div>
      {open && (
        <>
          <div className="flex flex-wrap items-center justify-between gap-2 px-4 pb-3">
            <ParcelHead parcel={open.parcel} />
            <Button size="sm" disabled={state.at === 'saving'} onClick={() => send({ type: 'left' })}>
              {t('leave')}
            </Button>
          </div>
          <ParcelLines
            parcel={open.parcel}
            counts={open.counts}
            last={open.at === 'items' ? open.last : null}
            disabled={open.at === 'saving'}
            onCount={(key, units) => send({ type: 'counted', key, units })}
          />
          <p className="px-4 py-3 text-[13px] text-ink-3">{t('severalHint')}</p>
        </>
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
  )
}
