'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { useAction } from '@/components/ui/use-action'
import { connectDriveAction } from '@/lib/connect/drive/actions'

/** Leaves for Google's consent page. */
export function ConnectButton({ label }: { label: string }) {
  const [leaving, setLeaving] = useState(false)
  const connect = useAction(connectDriveAction, {
    onSuccess: ({ url }) => {
      setLeaving(true)
      window.location.assign(url)
    },
  })
  return (
    <Button variant="primary" pending={connect.pending || leaving} onClick={() => void connect.run({})}>
      {label}
    </Button>
  )
}
