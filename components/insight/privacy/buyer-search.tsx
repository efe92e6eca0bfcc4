'use client'

import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { memberKey } from '@/components/shell/member-storage'
import { useOrganization } from '@/components/shell/organization-context'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { inputClass } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { formatDateTime, formatDay, localDay } from '@/lib/core/dates'
import { findBuyersAction } from '@/lib/insight/privacy/actions'
import type { BuyerMatch, BuyerMatches } from '@/lib/insight/privacy/schema'
import { BuyerActions } from './buyer-actions'

/** For whole words: shorter ones are not searched. */
const FEWEST_CHARS = 3

/** The search of each member, so that the way back from an order leads to the results. Kept only in the open tab. */
const lookedFor = new Map<string, string>()

/** Searched by an action: the text stays out of the address. The results stay as long as the text is unchanged. */
export function BuyerSearch({ timeZone }: { timeZone: string }) {
  const t = useTranslations('privacy.screen')
  const key = memberKey(useOrganization(), 'buyer')
  const [text, setText] = useState(() => lookedFor.get(key) ?? '')
  const [searched, setRequested] = useState(text)
  const [result, setResult] = useState<BuyerMatches | null>(null)
  const [isTooShort, setTooShort] = useState(false)
  const [hasErased, setErased] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const finding = useAction(findBuyersAction, { onSuccess: setResult })
  const find = (wanted: string) => {
    setTooShort(wanted.length < FEWEST_CHARS)
    if (wanted.length < FEWEST_CHARS) return
    lookedFor.set(key, wanted)
    setRequested(wanted)
    setResult(null)
    void finding.run({ query: wanted })
  }
  const findOnReturn = useEffectEvent(() => {
    if (searched) void finding.run({ query: searched })
  })
  useEffect(() => findOnReturn(), [])
  // The button that was pressed is gone with whom it was about.
  const findAgain = () => {
    input.current?.focus()
    setErased(true)
    find(searched)
  }
  const query = text.trim()
  const shown = query === searched ? result : null
  const isStillTooShort = isTooShort && query.length < FEWEST_CHARS
  return (
    <>
      <form
        role="search"
        noValidate
        className="flex flex-wrap gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          setErased(false)
          find(query)
        }}
      >
        <input
          ref={input}
          type="search"
          name="buyer"
          data-page-search
          autoComplete="off"
          aria-label={t('search')}
          placeholder={t('searchHint')}
          value={text}
          maxLength={200}
          onChange={({ target }) => setText(target.value)}
          className={classNames(inputClass, 'min-w-0 flex-1 basis-56 text-ellipsis')}
        />
        <Button type="submit" pending={finding.pending}>
          {t('find')}
        </Button>
      </form>
      <div role="status" aria-live="polite" className="mt-3">
        {shown === null && (
          <p className="text-[13px] text-ink-3">
            {t(finding.pending ? 'finding' : isStillTooShort ? 'tooShort' : 'before')}
          </p>
        )}
        {shown?.buyers.length === 0 && (
          <p className="text-ink-2 wrap-anywhere">{t(hasErased ? 'noneLeft' : 'noneFound', { query: searched })}</p>
        )}
        {shown?.buyers.length === 0 && /(^|\s)\S{1,2}(\s|$)/.test(searched) && (
          <p className="text-[13px] text-ink-3">{t('shortWords')}</p>
        )}
        {shown?.more && <p className="text-[13px] text-ink-3">{t('more', { count: shown.buyers.length })}</p>}
      </div>
      <div className="mt-3 empty:hidden">
        <FormError error={finding.error} />
      </div>
      {shown !== null && shown.buyers.length > 0 && (
        <ul aria-label={t('foundLabel')} className="divide-y divide-line">
          {shown.buyers.map((buyer) => (
            <BuyerCard key={buyer.orderId} buyer={buyer} timeZone={timeZone} onErased={findAgain} />
          ))}
        </ul>
      )}
    </>
  )
}

type BuyerCardProps = { buyer: BuyerMatch; timeZone: string; onErased: () => void }

function BuyerCard({ buyer, timeZone, onErased }: BuyerCardProps) {
  const t = useTranslations('privacy.screen')
  const language = useLocale()
  const { orderId, name, username, city, state, placedAt, orders, codes, code, erasedAt } = buyer
  const place = [city, state].filter(Boolean).join(' / ')
  const who = [name, username].filter(Boolean).join(' · ')
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-72">
        <p className="font-medium wrap-anywhere">{who || t('nameless')}</p>
        {place && <p className="text-[13px] text-ink-2 wrap-anywhere">{place}</p>}
        <p className="text-[13px] text-ink-2 wrap-anywhere">
          {erasedAt
            ? t('erasedAt', { at: formatDateTime(erasedAt, language, timeZone) })
            : t('orders', { count: orders, codes: codes.join(', '), more: orders - codes.length })}
        </p>
        <Link
          href={`/dashboard/orders/${orderId}`}
          className="text-[13px] text-accent-text underline underline-offset-2"
        >
          {t('open', { code, day: formatDay(localDay(placedAt, timeZone), language) })}
        </Link>
      </div>
      <BuyerActions erasure={buyer} who={who} onErased={onErased} />
    </li>
  )
}
