'use client'

import { useTranslations } from 'next-intl'
import { Card, CardHeader } from '@/components/ui/card'
import { Switch } from '@/components/ui/switch'
import { useAction } from '@/components/ui/use-action'
import { setProductivityAction } from '@/lib/identity/settings/actions'

/** Switches the company's tasks board and agenda on or off; what they hold stays. */
export function ProductivityCard({ on, version }: { on: boolean; version: number }) {
  const t = useTranslations('companyData.productivity')
  const switching = useAction(setProductivityAction, { refresh: true, successMessage: t('saved') })
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
    </Card>
  )
}
