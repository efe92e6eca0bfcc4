'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { Checkbox } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { makeProductsAction } from '@/lib/catalog/mapping/actions'
import type { RemapScope } from '@/lib/catalog/mapping/schema'
import { makeId } from './make-id'
import { RemapChoice } from './remap-choice'

type Props = {
  runId: string
  products: number
  matched: number
  waiting: number
  stocks: number
  listings: number
  today: string
}

/** The effect of a confirmation, with its two choices: the opening counts and the existing orders. */
export function MakeProducts({ runId, products, matched, waiting, stocks, listings, today }: Props) {
  const t = useTranslations('mapping.products')
  const remap = useTranslations('mapping.remap')
  const [opening, setOpening] = useState(false)
  const [chosen, setScope] = useState<RemapScope | null>(null)
  const [sinceDay, setSinceDay] = useState<string | null>(null)
  // Orders of what had no product yet take it on whole: their costs and margins are what the products are made for.
  const scope = chosen ?? (products > 0 && matched === 0 ? 'since' : 'open')
  const making = useAction(makeProductsAction, { refresh: true })
  return (
    <Card id={makeId} className="scroll-mt-18 lg:sticky lg:top-18">
      <CardHeader title={t('sum', { count: products })} className="mb-2" />
      <ul className="mb-3 list-disc pl-4 text-[13px] text-ink-2">
        {matched > 0 && <li>{t('sumMatched', { count: matched })}</li>}
        {waiting > 0 && <li>{t('sumWaiting', { count: waiting })}</li>}
        <li>{t('sumPhotos')}</li>
      </ul>
      <FormError error={making.error} fields={making.fields} labels={{ sinceDay: remap('day') }} />
      {stocks > 0 && (
        <Checkbox
          className="mb-3"
          label={t('opening', { count: stocks })}
          hint={t('openingHint')}
          checked={opening}
          onChange={({ target }) => setOpening(target.checked)}
        />
      )}
      {listings > 0 && (
        <RemapChoice
          preview={`/api/mapping/preview/bulk?run=${runId}`}
          previewKey={`${products} ${listings}`}
          scope={scope}
          sinceDay={sinceDay}
          today={today}
          dayError={making.fields.sinceDay}
          onScope={setScope}
          onDay={setSinceDay}
        />
      )}
      <Button
        variant="primary"
        className="mt-4 w-full"
        disabled={listings === 0}
        pending={making.pending}
        onClick={() =>
          void making.run({
            runId,
            opening: opening && stocks > 0,
            scope,
            sinceDay: scope === 'since' ? sinceDay : null,
          })
        }
      >
        {products > 0 ? t('make', { count: products }) : t('matchOnly', { count: matched })}
      </Button>
    </Card>
  )
}
