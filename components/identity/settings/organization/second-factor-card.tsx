'use client'

import { useTranslations } from 'next-intl'
import { Card, CardHeader } from '@/components/ui/card'
import { FormError } from '@/components/ui/form-error'
import { Switch } from '@/components/ui/switch'
import { useAction } from '@/components/ui/use-action'
import { requireSecondFactorAction } from '@/lib/identity/settings/actions'

/** Whether everybody in the company needs a second factor. */
export function SecondFactorCard({ on, version }: { on: boolean; version: number }) {
  const t = useTranslations('companyData.secondFactor')
  const switching = useAction(requireSecondFactorAction, { refresh: true, successMessage: t('saved') })
  return (
    <Card>
      <div className="flex items-start gap-4">
        <CardHeader title={t('title')} description={t('text')} className="flex-1" />
        <Switch
          aria-label={t('title')}
          checked={switching.pending ? !on : on}
          pending={switching.pending}
          onChange={() => void switching.run({ version, on: !on })}
        />
      </div>
      {switching.error && (
        <div className="mt-3">
          <FormError error={switching.error} />
        </div>
      )}
    </Card>
  )
}
