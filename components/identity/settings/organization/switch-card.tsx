'use client'

import { WhatChanged } from '@/components/insight/audit-log/what-changed'
import { useOrganization } from '@/components/shell/organization-context'
import { Card, CardHeader } from '@/components/ui/card'
import { FormError } from '@/components/ui/form-error'
import { Switch } from '@/components/ui/switch'
import { useAction } from '@/components/ui/use-action'
import type { setProductivityAction } from '@/lib/identity/settings/actions'

export type SwitchCardProps = { on: boolean; version: number }
type Texts = { title: string; text: string; saved: string; action: typeof setProductivityAction }

/** A setting of the company that is on or off; one that could not be changed says why and stays as it was. */
export function SwitchCard({ title, text, saved, action, on, version }: SwitchCardProps & Texts) {
  const switching = useAction(action, { refresh: true, successMessage: saved })
  const { organizationId } = useOrganization()
  return (
    <Card>
      <div className="flex items-start gap-4">
        <CardHeader title={title} description={text} className="flex-1" />
        <Switch
          aria-label={title}
          checked={switching.pending ? !on : on}
          pending={switching.pending}
          onChange={() => void switching.run({ version, on: !on })}
        />
      </div>
      {switching.error && (
        <div className="mt-3">
          <FormError error={switching.error} changed={<WhatChanged kind="organization" id={organizationId} />} />
        </div>
      )}
    </Card>
  )
}
