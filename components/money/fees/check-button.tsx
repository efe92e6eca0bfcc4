'use client'

import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { useAction } from '@/components/ui/use-action'
import { checkFeeRulesAction } from '@/lib/money/fees/actions'

export function CheckButton() {
  const t = useTranslations('fees.rules')
  const asking = useAction(checkFeeRulesAction, { successMessage: t('checking'), refresh: true })
  return (
    <Button pending={asking.pending} onClick={() => void asking.run({})}>
      {t('check')}
    </Button>
  )
}
