'use client'

import { Button } from '@/components/ui/button'
import { useAction } from '@/components/ui/use-action'
import { runHealthAction } from '@/lib/insight/data-checks/actions'

export function RunButton({ label, isRunning }: { label: string; isRunning: boolean }) {
  const confirming = useAction(runHealthAction, { refresh: true })
  return (
    <Button variant="primary" pending={confirming.pending || isRunning} onClick={() => void confirming.run({})}>
      {label}
    </Button>
  )
}
