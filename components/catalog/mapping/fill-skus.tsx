'use client'

import { useTranslations } from 'next-intl'
import { Checkbox } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { fillSkusAction } from '@/lib/catalog/mapping/actions'

type Draft = { blank: number; fillBlank: boolean; twins: number; joinSame: boolean }
type Props = { runId: string; draft: Draft; shown: 'open' | 'chosen' }

/** Two choices for many listings at once: a SKU for all that have none, and one product for all of one SKU. `chosen`: only those that are on. */
export function FillSkus({ runId, draft: { blank, fillBlank, twins, joinSame }, shown }: Props) {
  const t = useTranslations('mapping.products')
  const filling = useAction(fillSkusAction, { refresh: true })
  const isShown = (count: number, on: boolean) => count > 0 && (shown === 'open' || on)
  return (
    <div className="mb-3 grid gap-2 empty:hidden">
      {filling.error && <FormError error={filling.error} />}
      {isShown(blank, fillBlank) && (
        <Checkbox
          label={t('fill', { count: blank })}
          hint={t('fillHint')}
          checked={fillBlank}
          disabled={filling.pending}
          onChange={({ target }) => void filling.run({ runId, fillBlank: target.checked })}
        />
      )}
      {isShown(twins, joinSame) && (
        <Checkbox
          label={t('joinSame', { count: twins })}
          hint={t('joinSameHint')}
          checked={joinSame}
          disabled={filling.pending}
          onChange={({ target }) => void filling.run({ runId, joinSame: target.checked })}
        />
      )}
    </div>
  )
}
