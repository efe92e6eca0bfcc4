'use client'

import type { ReactNode } from 'react'
import { useLeaving } from '@/components/identity/auth/use-leaving'
import { Button } from '@/components/ui/button'
import { FormError } from '@/components/ui/form-error'
import { usePublicAction } from '@/components/ui/use-action'
import { signOutAction } from '@/lib/identity/auth/actions'

type LeaveAccountProps = { to: string; children: ReactNode; variant?: 'primary' | 'secondary' }

/** Ends this browser's session and goes on at `to`. */
export function LeaveAccount({ to, children, variant }: LeaveAccountProps) {
  const { leaving, leaveTo } = useLeaving()
  const signingOut = usePublicAction(signOutAction, { onSuccess: () => leaveTo({ to }) })
  return (
    <div className="flex flex-col gap-3">
      <FormError error={signingOut.error} />
      <Button
        variant={variant}
        className="h-11 w-full"
        pending={signingOut.pending || leaving}
        onClick={() => void signingOut.run({})}
      >
        {children}
      </Button>
    </div>
  )
}
