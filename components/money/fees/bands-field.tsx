'use client'

import { TrashIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { MoneyInput } from '@/components/ui/money-input'
import type { FieldErrors } from '@/lib/core/errors'
import { emptyBand, type BandDraft } from '@/lib/money/fees/rule-draft'
import { maxBands } from '@/lib/money/fees/rule-schema'
import { RateField } from './rate-field'

type BandsFieldProps = { bands: BandDraft[]; onChange: (bands: BandDraft[]) => void; fields: FieldErrors }

/** Each band from its first price up to the next one's: none is left between them. */
export function BandsField({ bands, onChange, fields }: BandsFieldProps) {
  const t = useTranslations('fees.editor')
  const set = (at: number, changes: Partial<BandDraft>) =>
    onChange(bands.map((band, index) => (index === at ? { ...band, ...changes } : band)))
  return (
    <fieldset className="min-w-0">
      <legend className="text-[13px] font-medium">{t('bands')}</legend>
      <p className="mb-2 text-xs text-ink-3">{t('bandsHint')}</p>
      <ul className="grid gap-2">
        {bands.map((band, at) => (
          <li key={at} className="rounded-card border border-line p-2.5">
            <fieldset className="min-w-0">
              <legend className="sr-only">{t('band', { number: at + 1 })}</legend>
              <div className="grid grid-cols-2 items-start gap-2 sm:grid-cols-[1fr_1fr_1fr_1fr_auto]">
                <Field label={t('from')} error={fields[`bands.${at}.fromCents`]}>
                  <MoneyInput
                    name={`bands.${at}.fromCents`}
                    value={band.from}
                    readOnly={at === 0}
                    onChange={(from) => set(at, { from })}
                  />
                </Field>
                <RateField
                  label={t('commission')}
                  name={`bands.${at}.commission`}
                  value={band.commission}
                  error={fields[`bands.${at}.commission`]}
                  onChange={(commission) => set(at, { commission })}
                />
                <RateField
                  label={t('service')}
                  name={`bands.${at}.service`}
                  value={band.service}
                  error={fields[`bands.${at}.service`]}
                  onChange={(service) => set(at, { service })}
                />
                <Field label={t('fixed')} error={fields[`bands.${at}.fixedCents`]}>
                  <MoneyInput
                    name={`bands.${at}.fixedCents`}
                    value={band.fixed}
                    onChange={(fixed) => set(at, { fixed })}
                  />
                </Field>
                <Field
                  label={t('cheapBelow')}
                  hint={t('cheapHint')}
                  error={fields[`bands.${at}.cheap.belowCents`]}
                  className="col-span-2 sm:row-start-2"
                >
                  <MoneyInput
                    name={`bands.${at}.cheap.belowCents`}
                    value={band.cheapBelow}
                    onChange={(cheapBelow) => set(at, { cheapBelow })}
                  />
                </Field>
                {at > 0 && (
                  <Button
                    variant="ghost"
                    size="icon"
                    className="justify-self-end max-sm:col-span-2 sm:col-start-5 sm:row-start-1 sm:self-end"
                    aria-label={t('removeBand', { number: at + 1 })}
                    onClick={() => onChange(bands.toSpliced(at, 1))}
                  >
                    <TrashIcon aria-hidden />
                  </Button>
                )}
              </div>
            </fieldset>
          </li>
        ))}
      </ul>
      {bands.length < maxBands && (
        <Button
          size="sm"
          className="mt-2"
          onClick={() => onChange([...bands, bands.at(-1) ? { ...bands.at(-1)!, from: '' } : emptyBand])}
        >
          {t('addBand')}
        </Button>
      )}
    </fieldset>
  )
}
