'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { useConfirmedAction } from '@/components/identity/settings/security/use-confirmed-action'
import { connectDriveAction } from '@/lib/connect/drive/actions'

/** Leaves for Google's consent page. */
export function ConnectButton({ label }: { label: string }) {
  const [leaving, setLeaving] = useState(false)
  const connect = useConfirmedAction(connectDriveAction, {
    onSuccess: ({ url }) => {
      setLeaving(true)
      window.location.assign(url)
    },
  })
  return (
    <>
      <Button variant="primary" pending={connect.pending || leaving} onClick={() => void connect.run({})}>
        {label}
      </Button>
      {connect.dialog}
    </>
  )
}
