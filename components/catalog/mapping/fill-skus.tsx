'use client'

import { useTranslations } from 'next-intl'
import { Checkbox } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { fillSkusAction } from '@/lib/catalog/mapping/actions'

type Props = { runId: string; count: number; filled: boolean }

/** A SKU for all that have none: the platform's own number of the listing. */
export function FillSkus({ runId, count, filled }: Props) {
  const t = useTranslations('mapping.products')
  const filling = useAction(fillSkusAction, { refresh: true })
  return (
    <div className="mb-3">
      <FormError error={filling.error} />
      <Checkbox
        label={t('fill', { count })}
        hint={t('fillHint')}
        checked={filled}
        disabled={filling.pending}
        onChange={({ target }) => void filling.run({ runId, fillBlank: target.checked })}
      />
    </div>
  )
}
