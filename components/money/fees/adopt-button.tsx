'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/dialog'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { formatDay, type Day } from '@/lib/core/dates'
import { adoptFeeRuleAction } from '@/lib/money/fees/actions'

type AdoptButtonProps = {
  rule: { id: string; version: number; name: string }
  shop: { id: string; name: string }
  fromDay: Day
}

export function AdoptButton({ rule, shop, fromDay }: AdoptButtonProps) {
  const t = useTranslations('fees.check')
  const language = useLocale()
  const [confirming, setConfirming] = useState(false)
  const adopting = useAction(adoptFeeRuleAction, {
    successMessage: t('adopted'),
    refresh: true,
    onSuccess: () => setConfirming(false),
  })
  const { id, version } = rule
  return (
    <>
      <Button className="w-fit" onClick={() => setConfirming(true)}>
        {t('adopt')}
      </Button>
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        onConfirm={() => void adopting.run({ id, version, shopId: shop.id, fromDay })}
        pending={adopting.pending}
        title={t('adoptAsk')}
        text={t('adoptText', { rule: rule.name, shop: shop.name, from: formatDay(fromDay, language) })}
        confirmLabel={t('adopt')}
      >
        <FormError error={adopting.error} fields={adopting.fields} />
      </ConfirmDialog>
    </>
  )
}
