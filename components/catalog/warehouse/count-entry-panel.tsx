'use client'

import { CameraIcon } from '@heroicons/react/24/outline'
import { useTranslations, useLocale } from 'next-intl'
import dynamic from 'next/dynamic'
import { useState, useCallback, useEffect, useRef } from 'react'
import { ScanField } from '@/components/sales/packing/scan-field'
import { useBeep } from '@/components/sales/packing/use-beep'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { Field, Input } from '@/components/ui/field'
import { Switch } from '@/components/ui/switch'
import { useMessage } from '@/components/ui/use-message'
import type { CountEntry } from '@/lib/catalog/warehouse/count-lines'
import { maxEntryUnits, type CountedProduct } from '@/lib/catalog/warehouse/count-schema'
import { useEntryQueue, type SettledEntry } from './use-entry-queue'
import { useRouter } from 'next/navigation'
import { classNames } from '@/components/ui/class-names'
import { useAction } from '@/components/ui/use-action'
import { formatTime } from '@/lib/core/dates'
import { formatNumber } from '@/lib/core/money'
import { undoEntryAction } from '@/lib/catalog/warehouse/actions'

const CameraScanner = dynamic(() =>
  import('@/components/sales/packing/camera-scanner').then((result) => result.CameraScanner),
)

type CountEntryPanelProps = { countId: string; personId: string; entries: CountEntry[]; timeZone: string }

/** Where codes are scanned or typed. Each is saved at once, and waits on the device while the connection is away. */
export function CountEntryPanel({ countId, personId, entries, timeZone }: CountEntryPanelProps) {
  const t = useTranslations('counts.desk')
  const refreshSoon = useFreshPage()
  const { on, setOn, beep } = useBeep()
  const [camera, setCamera] = useState(false)
  const [typedUnits, setTypedUnits] = useState('1')
  const [last, setLast] = useState<SettledEntry | null>(null)
  const [failed, setFailed] = useState<SettledEntry[]>([])
  const settle = (entry: SettledEntry) => {
    const isCounted = 'outcome' in entry.result && entry.result.outcome === 'counted'
    beep(isCounted ? 'good' : 'bad')
    setLast(entry)
    if (!isCounted) setFailed((before) => [entry, ...before])
    refreshSoon()
  }
  const { waiting, stalled, add } = useEntryQueue({ countId, personId }, settle)
  const units = /^\d{1,7}$/.test(typedUnits.trim()) ? Math.min(Number(typedUnits), maxEntryUnits) : null
  const scan = (text: string) => {
    const code = text.trim()
    if (!code || units === null) return beep('bad')
    add({ code: code.slice(0, 120), productId: null, units })
    setTypedUnits('1')
  }
  const clearFailed = (key: string) => setFailed((before) => before.filter((entry) => entry.key !== key))
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
        <div className="flex flex-wrap items-end gap-2">
          <Field label={t('units')} className="w-24" error={units === null ? 'stock.fields.unitsInvalid' : undefined}>
            <Input
              inputMode="numeric"
              autoComplete="off"
              value={typedUnits}
              onChange={({ target }) => setTypedUnits(target.value)}
              className="h-12! text-right text-base tabular-nums"
            />
          </Field>
          <ScanField label={t('scan')} placeholder={t('scan')} busy={waiting.length > 0} paused={false} onScan={scan} />
          {!camera && (
            <Button className="min-h-12!" onClick={() => setCamera(true)}>
              <CameraIcon aria-hidden />
              {t('camera')}
            </Button>
          )}
        </div>
        {camera && <CameraScanner onScan={scan} onClose={() => setCamera(false)} />}
        <div role="status" className="min-h-6 text-[15px]">
          {waiting.length > 0 && (
            <p className={stalled ? 'text-warn' : 'text-ink-2'}>
              {t(stalled ? 'stalled' : 'saving', { count: waiting.length })}
            </p>
          )}
          {last && <Outcome entry={last} />}
        </div>
        <Failed
          entries={failed}
          onDismiss={clearFailed}
          onChoose={(entry, product) => {
            clearFailed(entry.key)
            add({ code: entry.code, productId: product.id, units: entry.units })
          }}
        />
      </div>
      <EntryList countId={countId} entries={entries} timeZone={timeZone} />
    </Card>
  )
}

function Outcome({ entry: { result, units } }: { entry: SettledEntry }) {
  const t = useTranslations('counts.desk')
  if (!('outcome' in result) || result.outcome !== 'counted') return null
  const { product, moved, others } = result
  return (
    <>
      <p className="font-semibold text-good">
        {t('counted', { units, sku: product.sku, title: product.title, total: result.units })}
      </p>
      {others.length > 0 && (
        <p className="text-[13px] text-ink-2">
          {t('others', { people: others.map(({ person, units: theirs }) => `${person}: ${theirs}`).join(', ') })}
        </p>
      )}
      {moved && <p className="text-[13px] text-warn">{t('moved')}</p>}
    </>
  )
}

type FailedProps = {
  entries: SettledEntry[]
  onDismiss: (key: string) => void
  onChoose: (entry: SettledEntry, product: CountedProduct) => void
}

/** Entries without a line stay here until they are dealt with. */
function Failed({ entries, onDismiss, onChoose }: FailedProps) {
  const t = useTranslations('counts.desk')
  const message = useMessage()
  if (entries.length === 0) return null
  return (
    <ul aria-label={t('failed')} className="grid gap-2">
      {entries.map((entry) => (
        <li
          key={entry.key}
          className="flex flex-wrap items-center justify-between gap-2 rounded-control bg-bad-soft px-3 py-2 text-[13px]"
        >
          <span className="min-w-0 break-words text-bad">
            {'code' in entry.result
              ? `${entry.code}: ${message(entry.result.code, entry.result.values)}`
              : t(`outcomes.${entry.result.outcome === 'counted' ? 'unknown' : entry.result.outcome}`, {
                  code: entry.code,
                })}
          </span>
          <span className="flex flex-wrap gap-2">
            {'outcome' in entry.result &&
              entry.result.outcome === 'several' &&
              entry.result.products.map((product) => (
                <Button key={product.id} size="sm" onClick={() => onChoose(entry, product)}>
                  {product.sku}
                </Button>
              ))}
            <Button size="sm" onClick={() => onDismiss(entry.key)}>
              {t('dismiss')}
            </Button>
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Others count too: what they have entered shows within this. */
const REFRESH_EVERY_MS = 15_000
/** A scanner is quicker than the page: it is asked for again once scanning pauses. */
const REFRESH_AFTER_MS = 1200

/**
 * Asks for the page again now and then, and soon after what is done here. Only while the server answers: without a
 * connection the router would leave the page for the browser's own error.
 */
function useFreshPage(): () => void {
  const router = useRouter()
  const soon = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const refresh = useCallback(async () => {
    const isThere = await fetch('/api/health', { cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isThere) router.refresh()
  }, [router])
  useEffect(() => {
    const timer = setInterval(() => document.hidden || void refresh(), REFRESH_EVERY_MS)
    return () => {
      clearInterval(timer)
      clearTimeout(soon.current)
    }
  }, [refresh])
  return useCallback(() => {
    clearTimeout(soon.current)
    soon.current = setTimeout(() => void refresh(), REFRESH_AFTER_MS)
  }, [refresh])
}

type EntryListProps = { countId: string; entries: CountEntry[]; timeZone: string }

/** The newest entries of everybody; each may be taken back. */
function EntryList({ countId, entries, timeZone }: EntryListProps) {
  const t = useTranslations('counts.desk')
  if (entries.length === 0) return null
  return (
    <details className="border-t border-line px-4 py-3">
      <summary className="cursor-pointer text-[13px] font-medium text-ink-2">{t('latest')}</summary>
      <ul className="mt-2 grid gap-1">
        {entries.map((entry) => (
          <EntryLine key={entry.id} countId={countId} entry={entry} timeZone={timeZone} />
        ))}
      </ul>
    </details>
  )
}

function EntryLine({ countId, entry, timeZone }: { countId: string; entry: CountEntry; timeZone: string }) {
  const t = useTranslations('counts.desk')
  const language = useLocale()
  const undo = useAction(undoEntryAction, { successMessage: t('undone'), refresh: true })
  return (
    <li className="flex items-center justify-between gap-3 text-[13px]">
      <span className={classNames('min-w-0 tabular-nums', entry.isOver && 'text-ink-3 line-through')}>
        <span className="font-semibold">{`+${formatNumber(entry.units, language)} `}</span>
        <span className="break-words">{`${entry.sku} · ${entry.title}`}</span>
        <span className="text-ink-3">
          {` · ${[entry.person, formatTime(entry.countedAt, language, timeZone)].filter(Boolean).join(' · ')}`}
        </span>
      </span>
      {!entry.isOver && (
        <Button
          size="sm"
          pending={undo.pending}
          aria-label={t('undoOf', { units: entry.units, sku: entry.sku })}
          onClick={() => void undo.run({ countId, undoes: entry.id })}
        >
          {t('undo')}
        </Button>
      )}
    </li>
  )
}
