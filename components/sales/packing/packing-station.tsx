'use client'

import { CameraIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { Switch } from '@/components/ui/switch'
import { useAction } from '@/components/ui/use-action'
import { useMessage } from '@/components/ui/use-message'
import { findParcelAction, packPackageAction } from '@/lib/sales/packing/actions'
import { countOf, firstState, step, type ScanEffect, type ScanEvent } from '@/lib/sales/packing/scan-session'
import { CameraScanner } from './camera-scanner'
import { EvidencePhoto } from './evidence-photo'
import { ParcelLines } from './parcel-lines'
import { ScanField } from './scan-field'
import { StopScreen } from './stop-screen'
import { useBeep } from './use-beep'

type PackEffect = Extract<ScanEffect, { do: 'pack' }>

export function PackingStation({ timeZone }: { timeZone: string }) {
  const t = useTranslations('bench')
  const message = useMessage()
  const router = useRouter()
  const { on, setOn, beep } = useBeep()
  const [state, setState] = useState(firstState)
  const current = useRef(firstState)
  const [camera, setCamera] = useState(false)
  const find = useAction(findParcelAction)
  const pack = useAction(packPackageAction)

  const send = (event: ScanEvent) => {
    const next = step(current.current, event)
    current.current = next.state
    setState(next.state)
    for (const effect of next.effects) follow(effect)
  }
  const follow = (effect: ScanEffect) => {
    if (effect.do === 'sound') beep(effect.sound)
    else if (effect.do === 'lookUp') void lookUp(effect.code)
    else void save(effect)
  }
  const lookUp = async (code: string) => {
    const result = await find.run({ code })
    if (result?.ok && result.data.parcel) send({ type: 'found', parcel: result.data.parcel })
    else send({ type: 'unknown' })
  }
  const save = async ({ parcel, counts }: PackEffect) => {
    const lines = parcel.lines.map(({ key }) => ({ key, units: countOf(counts, key) }))
    const saved = await pack.run({ packageId: parcel.id, version: parcel.version, lines })
    if (saved?.ok) {
      send({ type: 'saved', alreadyPacked: saved.data.alreadyPacked })
      return router.refresh()
    }
    const now = await find.run({ code: parcel.number })
    send({ type: 'refused', parcel: now?.ok ? now.data.parcel : null })
  }

  const isBusy = state.at === 'looking' || state.at === 'saving'
  const open = state.at === 'items' || state.at === 'saving' ? state : null
  return (
    <Card flush>
      <CardHeader
        title={t('title')}
        description={t('text')}
        className="px-4 pt-4"
        actions={
          <label className="flex items-center gap-2 text-[13px] text-ink-2">
            {t('sound')}
            <Switch aria-label={t('sound')} checked={on} onChange={({ target }) => setOn(target.checked)} />
          </label>
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
          {open && pack.error && <p className="text-bad">{message(pack.error.code, pack.error.values)}</p>}
        </div>
        {state.at === 'label' && state.packed && (
          <EvidencePhoto key={state.packed.id} orderId={state.packed.orderId} returnId={null} label={t('takePhoto')} />
        )}
      </div>
      {open && (
        <>
          <div className="flex flex-wrap items-center justify-between gap-2 px-4 pb-3">
            <p className="text-[15px]">
              <span className="font-semibold tabular-nums">{open.parcel.orderCode}</span>
              <span className="text-ink-2">
                {` · ${[open.parcel.shopName, open.parcel.carrier, open.parcel.trackingNumber].filter(Boolean).join(' · ')}`}
              </span>
              {open.parcel.parcels > 1 && (
                <span className="block text-[13px] text-ink-2">
                  {t('severalParcels', { count: open.parcel.parcels })}
                </span>
              )}
            </p>
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
          stop={state.stop}
          parcel={state.parcel}
          timeZone={timeZone}
          onScan={(text) => send({ type: 'scanned', text })}
          onSeen={() => send({ type: 'seen' })}
        />
      )}
    </Card>
  )
}
