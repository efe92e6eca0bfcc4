'use client'

import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { useAction } from '@/components/ui/use-action'
import { checkFeeRulesAction } from '@/lib/money/fees/actions'

export function CheckButton() {
  const t = useTranslations('fees.rules')
  const confirming = useAction(checkFeeRulesAction, { successMessage: t('checking'), refresh: true })
  return (
    <Button pending={confirming.pending} onClick={() => void confirming.run({})}>
      {t('check')}
    </Button>
  )
}
