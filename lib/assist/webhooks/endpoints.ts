import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { withOrganization, writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { newId } from '@/lib/core/ids'
import { requirePublicAddress } from '@/lib/core/http/outbound-address'
import {
  MOST_ENDPOINTS,
  OVERLAP_HOURS,
  TEST_KIND,
  type CreateWebhookInput,
  type SendAgainInput,
  type SetWebhookStateInput,
  type UpdateWebhookInput,
  type WebhookInput,
} from './schema'
import { newWebhookSecret, encryptSecret } from './signature'

/** `secret` is in this answer alone: the table has it encrypted. */
export type MadeSecret = { id: string; secret: string }

const whereOf = ({ organizationId }: Actor, id: string) => ({ organizationId_id: { organizationId, id } })

/** Locks the address; that of another company is not there. */
async function claim(db: Db, { organizationId }: Actor, id: string) {
  const [row] = await db.$queryRaw<{ url: string; kinds: string[]; state: string; secret: string }[]>`
    SELECT url, kinds, state::text AS state, secret FROM webhook_endpoint
    WHERE organization_id = ${organizationId}::uuid AND id = ${id}::uuid FOR UPDATE`
  if (!row) throw new UserError('notFound')
  return row
}

// Not through writeOnce: a repeat must not find the secret in the kept answer.
export async function createWebhook(actor: Actor, { url, kinds }: CreateWebhookInput): Promise<MadeSecret> {
  const { organizationId, userId } = actor
  const address = await requirePublicAddress(url)
  return withOrganization(actor, async (db) => {
    await db.$executeRaw`SELECT 1 FROM organization WHERE organization_id = ${organizationId}::uuid FOR UPDATE`
    if ((await db.webhookEndpoint.count({ where: { organizationId } })) >= MOST_ENDPOINTS)
      throw new UserError('tooManyWebhooks', { values: { max: MOST_ENDPOINTS } })
    const [id, secret] = [newId(), newWebhookSecret()]
    const encrypted = encryptSecret(organizationId, id, secret)
    await db.webhookEndpoint.create({
      data: { organizationId, id, url: address, kinds, secret: encrypted, createdBy: userId! },
      select: { id: true },
    })
    await recordAudit(db, actor, { event: 'webhook.created', subjectId: id, after: { url: address, kinds } })
    return { id, secret }
  })
}

export async function updateWebhook(actor: Actor, { id, url, kinds }: UpdateWebhookInput): Promise<null> {
  const address = await requirePublicAddress(url)
  return writeOnce(actor, async (db) => {
    const before = await claim(db, actor, id)
    await db.webhookEndpoint.update({ where: whereOf(actor, id), data: { url: address, kinds }, select: { id: true } })
    await recordAudit(db, actor, {
      event: 'webhook.updated',
      subjectId: id,
      after: { url: address, kinds },
      before: { url: before.url, kinds: before.kinds },
    })
    return null
  })
}

/** Paused, nothing is kept for it and what waits goes on waiting; active again, it begins as if it had never failed. */
export async function setWebhookState(actor: Actor, { id, state }: SetWebhookStateInput): Promise<null> {
  return writeOnce(actor, async (db) => {
    const before = await claim(db, actor, id)
    if (before.state === state) return null
    await db.webhookEndpoint.update({
      where: whereOf(actor, id),
      data: { state, failures: 0, failingSince: null, restsUntil: null },
      select: { id: true },
    })
    await recordAudit(db, actor, { event: state === 'active' ? 'webhook.resumed' : 'webhook.paused', subjectId: id })
    return null
  })
}

/** The former secret also signs for a while, so that the other side changes over without losing anything. */
export async function changeSecret(actor: Actor, { id }: WebhookInput): Promise<MadeSecret> {
  const { organizationId } = actor
  return withOrganization(actor, async (db) => {
    const { secret: formerSecret } = await claim(db, actor, id)
    const secret = newWebhookSecret()
    const formerUntil = new Date(Date.now() + OVERLAP_HOURS * 3_600_000)
    await db.webhookEndpoint.update({
      where: whereOf(actor, id),
      data: { secret: encryptSecret(organizationId, id, secret), formerSecret, formerUntil },
      select: { id: true },
    })
    await recordAudit(db, actor, { event: 'webhook.secretChanged', subjectId: id })
    return { id, secret }
  })
}

export async function removeWebhook(actor: Actor, { id }: WebhookInput): Promise<null> {
  return writeOnce(actor, async (db) => {
    const { url } = await claim(db, actor, id)
    await db.webhookEndpoint.delete({ where: whereOf(actor, id), select: { id: true } })
    await recordAudit(db, actor, { event: 'webhook.removed', subjectId: id, before: { url } })
    return null
  })
}

/** An event of its own kind to this address alone, on the same way as all others. */
export async function testWebhook(actor: Actor, { id }: WebhookInput): Promise<{ deliveryId: string }> {
  const { organizationId } = actor
  return writeOnce(actor, async (db) => {
    const { state } = await claim(db, actor, id)
    if (state !== 'active') throw new UserError('webhookNotActive')
    const [eventId, deliveryId] = [newId(), newId()]
    await db.$executeRaw`
      INSERT INTO outgoing_event (organization_id, id, kind, subject, change, data)
      VALUES (${organizationId}::uuid, ${eventId}::uuid, ${TEST_KIND}, ${`test ${eventId}`}, pg_current_xact_id()::text::bigint, '{}')`
    await db.webhookDelivery.create({
      data: { organizationId, id: deliveryId, endpointId: id, eventId },
      select: { id: true },
    })
    await db.webhookEndpoint.update({ where: whereOf(actor, id), data: { restsUntil: null }, select: { id: true } })
    await recordAudit(db, actor, { event: 'webhook.tested', subjectId: id })
    return { deliveryId }
  })
}

/** The same event under the same id, once more; whatever came of it before. */
export async function sendAgain(actor: Actor, { deliveryId }: SendAgainInput): Promise<null> {
  const { organizationId } = actor
  return writeOnce(actor, async (db) => {
    const where = { organizationId_id: { organizationId, id: deliveryId } }
    const webhookDelivery = await db.webhookDelivery.findUnique({
      where,
      select: { eventId: true, endpointId: true, state: true },
    })
    if (!webhookDelivery) throw new UserError('notFound')
    const { state } = await claim(db, actor, webhookDelivery.endpointId)
    if (state !== 'active') throw new UserError('webhookNotActive')
    if (webhookDelivery.state === 'waiting') throw new UserError('webhookStillWaiting')
    const again = { state: 'waiting', dueAt: new Date() } as const
    await db.webhookDelivery.update({ where, data: again, select: { id: true } })
    await db.webhookEndpoint.update({
      where: whereOf(actor, webhookDelivery.endpointId),
      data: { restsUntil: null },
      select: { id: true },
    })
    await recordAudit(db, actor, {
      event: 'webhook.sentAgain',
      subjectId: webhookDelivery.endpointId,
      after: { eventId: webhookDelivery.eventId },
    })
    return null
  })
}
