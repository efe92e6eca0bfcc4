import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { scopeOf } from '@/lib/core/permissions'
import { writeOnce, type Actor } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { hasLeft, visibilityOf } from './buyer'
import type { NoteOrderInput } from './schema'

/**
 * Writes the company's own note of an order, whatever its status or platform, as it was seen. It may name the customer: who
 * does not see the customer whole neither reads nor writes it, and the trail keeps its length alone.
 */
export async function noteOrder(actor: Actor, { id, noteVersion, note }: NoteOrderInput) {
  const { organizationId } = actor
  return writeOnce(actor, async (db) => {
    const order = await db.order.findUnique({
      where: { organizationId_id: { organizationId, id } },
      select: { status: true, shippedAt: true, note: true },
    })
    if (!order) throw new UserError('notFound')
    if (visibilityOf(scopeOf(actor.role, 'buyer.read'), hasLeft(order)) !== 'full')
      throw new UserError('permissionDenied')
    const written = await db.$executeRaw`
      UPDATE orders SET note = ${note}, note_version = note_version + 1
      WHERE organization_id = ${organizationId}::uuid AND id = ${id}::uuid AND note_version = ${noteVersion}`
    if (written === 0) throw new UserError('staleVersion')
    await recordAudit(db, actor, {
      event: 'order.noted',
      subjectId: id,
      before: { noteChars: order.note?.length ?? 0 },
      after: { noteChars: note?.length ?? 0 },
    })
    return { noteVersion: noteVersion + 1 }
  })
}
