'use client'

import { useLeaving } from '@/components/identity/auth/use-leaving'
import { Button } from '@/components/ui/button'
import { FormError } from '@/components/ui/form-error'
import { usePublicAction } from '@/components/ui/use-action'
import { acceptWaitingAction } from '@/lib/identity/organizations/actions'

export function AcceptWaiting({ id, label }: { id: string; label: string }) {
  const { leaving, leaveTo } = useLeaving()
  const accepting = usePublicAction(acceptWaitingAction, { onSuccess: leaveTo })
  return (
    <div className="flex flex-col gap-3">
      <FormError error={accepting.error} />
      <Button variant="primary" pending={accepting.pending || leaving} onClick={() => void accepting.run({ id })}>
        {label}
      </Button>
    </div>
  )
}
