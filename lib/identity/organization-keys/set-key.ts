import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { withOrganization, type Actor } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { checkKey } from './check-key'
import { encryptProviderKey } from './keys'
import type { KeyState, RemoveKeyInput, SetKeyInput } from './schema'

const HINT_CHARS = 4

export type KeySet = { saved: boolean; state: KeyState }

/**
 * Takes the place of the key that was. One that the maker does not take is kept only where the person says so. Not through
 * writeOnce: the same key set twice is the same, and no kept answer need know of it.
 */
export async function setKey(actor: Actor, { provider, key, keepAnyway }: SetKeyInput): Promise<KeySet> {
  const state = await checkKey(provider, key)
  if (!keepAnyway && state !== 'works' && state !== 'busy') return { saved: false, state }
  const { organizationId, userId } = actor
  const [encrypted, hint] = [encryptProviderKey(organizationId, provider, key), key.slice(-HINT_CHARS)]
  await withOrganization(actor, async (db) => {
    const where = { organizationId_provider: { organizationId, provider } }
    const before = await db.organizationKey.findUnique({ where, select: { hint: true } })
    const set = { encrypted, hint, setBy: userId!, setAt: new Date() }
    await db.organizationKey.upsert({
      where,
      create: { organizationId, provider, ...set },
      update: set,
      select: { provider: true },
    })
    await recordAudit(db, actor, {
      event: 'organizationKey.set',
      subjectId: provider,
      after: { provider, hint },
      ...(before && { before: { provider, hint: before.hint } }),
    })
  })
  return { saved: true, state }
}

export async function removeKey(actor: Actor, { provider }: RemoveKeyInput): Promise<null> {
  const { organizationId } = actor
  return withOrganization(actor, async (db) => {
    const [removed] = await db.organizationKey.findMany({ where: { organizationId, provider }, select: { hint: true } })
    if (!removed) throw new UserError('notFound')
    // Two may remove it at once: the second still found it there.
    const { count } = await db.organizationKey.deleteMany({ where: { organizationId, provider } })
    if (count === 0) throw new UserError('notFound')
    await recordAudit(db, actor, {
      event: 'organizationKey.removed',
      subjectId: provider,
      before: { provider, hint: removed.hint },
    })
    return null
  })
}
