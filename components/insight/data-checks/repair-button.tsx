'use client'

import { Button } from '@/components/ui/button'
import { useAction } from '@/components/ui/use-action'
import { repairHealthAction } from '@/lib/insight/data-checks/actions'
import type { CheckName } from '@/lib/insight/data-checks/schema'

/** `name` says what is repaired, for who hears the buttons one after the other. */
type RepairButtonProps = { runId: string; check: CheckName; isUnderWay: boolean; label: string; name: string }

export function RepairButton({ runId, check, isUnderWay, label, name }: RepairButtonProps) {
  const confirming = useAction(repairHealthAction, { refresh: true })
  return (
    <Button
      size="sm"
      variant="primary"
      aria-label={name}
      pending={confirming.pending || isUnderWay}
      onClick={() => void confirming.run({ runId, check })}
    >
      {label}
    </Button>
  )
}
