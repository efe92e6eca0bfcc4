'use client'

import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { sendAgainAction } from '@/lib/assist/webhooks/actions'

export function SendAgain({ deliveryId, when }: { deliveryId: string; when: string }) {
  const t = useTranslations('apis.webhooks')
  const sending = useAction(sendAgainAction, { refresh: true, successMessage: t('done.again') })
  return (
    <>
      {sending.error && <FormError error={sending.error} />}
      <Button
        size="sm"
        aria-label={t('log.againOf', { when })}
        pending={sending.pending}
        onClick={() => void sending.run({ deliveryId })}
      >
        {t('log.again')}
      </Button>
    </>
  )
}
