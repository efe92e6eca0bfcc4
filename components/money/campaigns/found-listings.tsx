'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { WhatChanged } from '@/components/insight/audit-log/what-changed'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Checkbox } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { formatMoney, formatNumber } from '@/lib/core/money'
import { setCampaignLinesAction } from '@/lib/money/campaigns/actions'
import type { Campaign } from '@/lib/money/campaigns/views'

/** Listings that the search found: chosen ones join the plan at their present price, with the units that usually sell. */
export function FoundListings({ campaign: { id, version, rows, found, days } }: { campaign: Campaign }) {
  const t = useTranslations('campaigns')
  const language = useLocale()
  const router = useRouter()
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const adding = useAction(setCampaignLinesAction, {
    onSuccess: () => {
      setPicked(new Set())
      router.refresh()
    },
  })
  if (found.length === 0)
    return (
      <div className="border-t border-line">
        <EmptyState kind="none" level={3} />
      </div>
    )
  const toggle = (listingId: string) => {
    const next = new Set(picked)
    if (!next.delete(listingId)) next.add(listingId)
    setPicked(next)
  }
  const add = () => {
    const kept = rows.map(({ listingId, priceCents, units }) => ({ listingId, priceCents, units }))
    const more = found
      .filter(({ id: listingId }) => picked.has(listingId))
      .map(({ id: listingId, priceCents, usualUnits }) => {
        return { listingId, priceCents, units: Math.max(1, Number(usualUnits)) }
      })
    void adding.run({ campaignId: id, version, lines: [...kept, ...more] })
  }
  return (
    <div className="border-t border-line">
      <ul aria-label={t('found')} className="divide-y divide-line">
        {found.map((row) => (
          <li key={row.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2">
            <Checkbox
              className="min-w-0 flex-1 basis-64"
              label={[row.title, row.variation].filter(Boolean).join(' · ')}
              hint={row.sku ?? undefined}
              checked={picked.has(row.id)}
              onChange={() => toggle(row.id)}
            />
            <span className="text-[13px] text-ink-2 tabular-nums">
              {t('foundFigures', {
                price: formatMoney(row.priceCents, language),
                count: formatNumber(row.usualUnits, language),
                days,
              })}
            </span>
          </li>
        ))}
      </ul>
      <div className="grid gap-2 border-t border-line p-4">
        <FormError
          error={adding.error}
          fields={adding.fields}
          labels={{}}
          changed={<WhatChanged kind="campaign" id={id} />}
        />
        <Button
          variant="primary"
          className="justify-self-start"
          disabled={picked.size === 0}
          pending={adding.pending}
          onClick={add}
        >
          {t('addPicked', { count: picked.size })}
        </Button>
      </div>
    </div>
  )
}
