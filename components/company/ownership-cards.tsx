import type { OwnershipView } from '@/lib/organizations/views'
import { DeleteCard } from './delete-card'
import { LeaveCard } from './leave-card'
import { TransferCard } from './transfer-card'

/** Giving the company away, leaving it, ending it: the last things on its page. */
export function OwnershipCards({ view }: { view: OwnershipView }) {
  const isOwner = view.role === 'owner'
  return (
    <>
      {isOwner && <TransferCard view={view} />}
      <LeaveCard view={view} />
      {isOwner && <DeleteCard view={view} />}
    </>
  )
}
