'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Checkbox } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { fillSkusAction } from '@/lib/catalog/mapping/actions'

type Draft = { blank: number; fillBlank: boolean; twins: number; joinSame: boolean; ids: number; keepIds: boolean }
type Choices = { fillBlank?: boolean; joinSame?: boolean; keepIds?: boolean }
type Props = { runId: string; draft: Draft; shown: 'open' | 'chosen' }

/** Choices for many listings at once: a SKU for all that have none, one product for all of one SKU, and system numbers as SKUs. `chosen`: only those that are on. */
export function FillSkus({ runId, draft, shown }: Props) {
  const t = useTranslations('mapping.products')
  const { blank, fillBlank, twins, joinSame, ids, keepIds } = draft
  const filling = useAction(fillSkusAction, { refresh: true })
  const [wanted, setWanted] = useState<Choices>({})
  // The page that shows the answer takes a moment longer than the answer.
  const [shownFor, setShownFor] = useState(draft)
  if (shownFor !== draft) {
    setShownFor(draft)
    setWanted({})
  }
  const choose = async (choices: Choices) => {
    setWanted(choices)
    const result = await filling.run({ runId, ...choices })
    if (!result?.ok) setWanted({})
  }
  const isShown = (count: number, on: boolean) => count > 0 && (shown === 'open' || on)
  return (
    <div className="mb-3 grid gap-2 empty:hidden">
      {filling.error && <FormError error={filling.error} />}
      {isShown(blank, fillBlank) && (
        <Checkbox
          label={t('fill', { count: blank })}
          hint={t('fillHint')}
          checked={wanted.fillBlank ?? fillBlank}
          disabled={filling.pending}
          onChange={({ target }) => void choose({ fillBlank: target.checked })}
        />
      )}
      {isShown(twins, joinSame) && (
        <Checkbox
          label={t('joinSame', { count: twins })}
          hint={t('joinSameHint')}
          checked={wanted.joinSame ?? joinSame}
          disabled={filling.pending}
          onChange={({ target }) => void choose({ joinSame: target.checked })}
        />
      )}
      {isShown(ids, keepIds) && (
        <Checkbox
          label={t('keepIds', { count: ids })}
          hint={t('keepIdsHint')}
          checked={wanted.keepIds ?? keepIds}
          disabled={filling.pending}
          onChange={({ target }) => void choose({ keepIds: target.checked })}
        />
      )}
    </div>
  )
}
