'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ConfirmDialog, Drawer } from '@/components/ui/dialog'
import { useAction } from '@/components/ui/use-action'
import { useUnsavedGuard } from '@/components/ui/use-unsaved-guard'
import { formatDay, type Day } from '@/lib/core/dates'
import { removeTaxRateAction } from '@/lib/identity/settings/actions'
import { baseSwitches, formatRate } from '@/lib/identity/settings/rates'
import type { EntityView, RateView } from '@/lib/identity/settings/views'
import { TaxForm } from './tax-form'

type TaxDrawerProps = { entity: EntityView; open: boolean; onClose: () => void; today: Day }

export function TaxDrawer({ entity, open, onClose, today }: TaxDrawerProps) {
  const t = useTranslations('companyData.taxes')
  const common = useTranslations('common')
  const [correcting, setCorrecting] = useState<RateView | null>(null)
  const [dirty, setDirty] = useState(false)
  const mayLeave = useUnsavedGuard(open && dirty)
  const close = () => {
    if (!mayLeave()) return
    setDirty(false)
    setCorrecting(null)
    onClose()
  }
  const done = () => {
    setDirty(false)
    setCorrecting(null)
  }
  return (
    <Drawer
      open={open}
      onClose={close}
      title={t('title', { name: entity.name })}
      description={t('text')}
      footer={<Button onClick={close}>{common('close')}</Button>}
    >
      {entity.taxRates.length > 0 && <RateList entity={entity} onCorrect={setCorrecting} />}
      <TaxForm
        key={`${correcting?.id} ${entity.taxRates.length}`}
        entity={entity}
        correcting={correcting}
        today={today}
        onDirty={setDirty}
        onDone={done}
      />
    </Drawer>
  )
}

const tones = { current: 'good', future: 'accent', past: 'neutral' } as const

function RateList({ entity, onCorrect }: { entity: EntityView; onCorrect: (rate: RateView) => void }) {
  const t = useTranslations('companyData.taxes')
  const language = useLocale()
  return (
    <ul aria-label={t('list')} className="mb-5 divide-y divide-line rounded-card border border-line">
      {entity.taxRates.map((rate) => {
        const from = formatDay(rate.fromDay, language)
        const base = rate.rate
          ? baseSwitches.flatMap((name) => {
              if (name === 'lessPix') return [t(`base.short.${rate.lessPix ? 'lessPix' : 'fullPix'}`)]
              return rate[name] ? [t(`base.short.${name}`)] : []
            })
          : []
        return (
          <li key={rate.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2.5">
            <div className="min-w-0 flex-1 basis-44">
              <p className="flex flex-wrap items-center gap-2 font-medium">
                {t(`regimes.${rate.regime}`)}
                <span className="tabular-nums">{rate.rate ? formatRate(rate.rate, language) : t('fixed')}</span>
                <Badge tone={tones[rate.state]}>{t(`states.${rate.state}`)}</Badge>
              </p>
              <p className="text-xs text-ink-3 tabular-nums">
                {rate.toDay ? t('span', { from, to: formatDay(rate.toDay, language) }) : t('since', { from })}
                {base.length > 0 && ` · ${base.join(', ')}`}
              </p>
            </div>
            <Button size="sm" aria-label={t('correctNamed', { from })} onClick={() => onCorrect(rate)}>
              {t('correct')}
            </Button>
            <RemoveRate entity={entity} rate={rate} from={from} />
          </li>
        )
      })}
    </ul>
  )
}

function RemoveRate({ entity, rate, from }: { entity: EntityView; rate: RateView; from: string }) {
  const t = useTranslations('companyData.taxes')
  const common = useTranslations('common')
  const [confirming, setConfirming] = useState(false)
  const removing = useAction(removeTaxRateAction, { successMessage: t('removed'), refresh: true })
  const confirm = async () => {
    await removing.run({ id: entity.id, version: entity.version, rateId: rate.id })
    setConfirming(false)
  }
  return (
    <>
      <Button size="sm" variant="ghost" aria-label={t('removeNamed', { from })} onClick={() => setConfirming(true)}>
        {common('delete')}
      </Button>
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        onConfirm={() => void confirm()}
        pending={removing.pending}
        danger
        title={t('removeAsk', { from })}
        text={t('removeText')}
        confirmLabel={common('delete')}
      />
    </>
  )
}
