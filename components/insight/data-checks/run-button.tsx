'use client'

import { Button } from '@/components/ui/button'
import { useAction } from '@/components/ui/use-action'
import { runHealthAction } from '@/lib/insight/data-checks/actions'

export function RunButton({ label, isRunning }: { label: string; isRunning: boolean }) {
  const asking = useAction(runHealthAction, { refresh: true })
  return (
    <Button variant="primary" pending={asking.pending || isRunning} onClick={() => void asking.run({})}>
      {label}
    </Button>
  )
}
