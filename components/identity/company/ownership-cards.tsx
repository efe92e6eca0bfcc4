import type { ArchiveView } from '@/lib/insight/company-export/views'
import type { OwnershipView } from '@/lib/identity/organizations/views'
import { ArchiveCard } from './archive-card'
import { DeleteCard } from './delete-card'
import { LeaveCard } from './leave-card'
import { TransferCard } from './transfer-card'

/** Giving the company away, leaving it, taking it along, ending it: the last things on its page. */
export function OwnershipCards({ view, archive }: { view: OwnershipView; archive: ArchiveView | null }) {
  const isOwner = view.role === 'owner'
  return (
    <>
      {isOwner && <TransferCard view={view} />}
      <LeaveCard view={view} />
      {isOwner && <ArchiveCard view={view} archive={archive} />}
      {isOwner && <DeleteCard view={view} />}
    </>
  )
}
