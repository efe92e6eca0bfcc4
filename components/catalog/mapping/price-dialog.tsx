'use client'

import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { useState, type FormEvent } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { MoneyInput } from '@/components/ui/money-input'
import { useAction } from '@/components/ui/use-action'
import { useMessage } from '@/components/ui/use-message'
import { setListingPriceAction } from '@/lib/connect/sync/actions'
import type { MappingLine } from '@/lib/catalog/mapping/views'
import { formatAmount, formatMoney } from '@/lib/core/money'
import { wishState } from './wish-state'

type Props = { open: boolean; onClose: () => void; row: MappingLine; name: string }

/** One listing's price before promotions, for the platform. */
export function PriceDialog({ open, onClose, row, name }: Props) {
  const t = useTranslations('mapping.price')
  return (
    <Dialog open={open} onClose={onClose} size="sm" title={t('title')} description={name}>
      <PriceForm row={row} onDone={onClose} />
    </Dialog>
  )
}

function PriceForm({ row, onDone }: { row: MappingLine; onDone: () => void }) {
  const t = useTranslations('mapping.price')
  const common = useTranslations('common')
  const message = useMessage()
  const language = useLocale()
  const start = row.wishCents ?? row.originalCents ?? row.priceCents
  const [text, setText] = useState(start === null ? '' : formatAmount(start, language))
  const [cents, setCents] = useState(start)
  const [isChanged, setChanged] = useState(false)
  const saving = useAction(setListingPriceAction, { refresh: true, onSuccess: onDone, successMessage: t('sent') })
  const refusal = useRefusal(row)
  const wrong =
    saving.fields.priceCents ?? (saving.error ? [message(saving.error.code, saving.error.values)] : undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (cents !== null) void saving.run({ listingId: row.id, priceCents: cents })
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <dl className="divide-y divide-line rounded-control border border-line px-3">
        <Line name={t('paid')} cents={row.priceCents} />
        <Line name={t('original')} cents={row.originalCents} />
      </dl>
      <p className="text-[13px] text-ink-2">{t(row.hasPromotion ? 'orderRunning' : 'order')}</p>
      {row.isPriceOurs ? (
        <Field label={t('label')} hint={t('hint')} error={wrong ?? (isChanged ? undefined : refusal)} required>
          <MoneyInput
            name="priceCents"
            value={text}
            onChange={(typed, parsed) => {
              setText(typed)
              setCents(parsed?.ok ? parsed.cents : null)
              setChanged(true)
            }}
          />
        </Field>
      ) : (
        <p className="rounded-control bg-warn-soft px-3 py-2 text-warn">
          {t('elsewhere')}{' '}
          <Link href="/dashboard/minha-empresa/lojas" className="font-semibold underline">
            {t('toShops')}
          </Link>
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2 border-t border-line pt-3">
        <Button onClick={onDone}>{common(row.isPriceOurs ? 'cancel' : 'close')}</Button>
        {row.isPriceOurs && (
          <Button variant="primary" type="submit" pending={saving.pending} disabled={cents === null}>
            {t('send')}
          </Button>
        )}
      </div>
    </form>
  )
}

/** Why the platform did not take the price that was asked for last, in our words where there are some. */
function useRefusal(row: MappingLine): string[] | undefined {
  const t = useTranslations('mapping.price')
  const reasons = useTranslations('dispatch.failures.reasons')
  const language = useLocale()
  const { wishCents, wishError, wishText } = row
  if (wishCents === null || !wishError) return undefined
  const words = reasons.has(wishError as never) ? reasons(wishError as never) : ''
  const amount = formatMoney(wishCents, language)
  const reason = [words, wishText].filter(Boolean).join(' ')
  const state = wishState(row)
  return [state === 'refused' ? t('refusedWhy', { amount, reason }) : `${t(state, { amount })}. ${reason}`]
}

function Line({ name, cents }: { name: string; cents: bigint | null }) {
  const t = useTranslations('mapping')
  const language = useLocale()
  return (
    <div className="flex justify-between gap-4 py-1.5">
      <dt className="text-ink-2">{name}</dt>
      <dd className="tabular-nums">{cents === null ? t('unknown') : formatMoney(cents, language)}</dd>
    </div>
  )
}
