import { purgeTasks } from '@/lib/assist/agent-tasks/purge-tasks'
import { purgeThreads } from '@/lib/assist/assistant/purge-threads'
import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { purgeRuns } from '@/lib/insight/data-checks/purge-runs'
import { purgeInvitations } from '@/lib/identity/organizations/purge-invitations'
import { plantAgentTask } from '@/lib/testing/samples/agent-samples'
import { threadWithQuestion } from '@/lib/testing/samples/assistant-samples'
import { asWorker, changeAsOwner, inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { doneRun } from '@/lib/testing/samples/health-samples'
import { failedDelivery } from '@/lib/testing/samples/integration-samples'
import { purgeWebhooks } from '@/lib/assist/webhooks/purge'

type Kind = {
  days: number
  table: string
  column?: string
  slackHours?: number
  /** Answers the value by which it is known. */
  plant: (company: TestOrganization, at: Date) => Promise<string>
  purge: (organizationId: string) => Promise<unknown>
}
const set = ({ organizationId }: TestOrganization, sql: string, given: unknown[]) =>
  changeAsOwner(organizationId, sql, given)
const threads = (organizationId: string) => purgeThreads(organizationId)

const kinds: Record<string, Kind> = {
  'a conversation': {
    days: 90,
    table: 'assistant_thread',
    purge: threads,
    plant: async (company, at) => {
      const id = await threadWithQuestion(company)
      await set(company, 'UPDATE assistant_thread SET used_at = $2 WHERE id = $1', [id, at])
      return id
    },
  },
  'what was said in it': {
    days: 90,
    table: 'assistant_message',
    column: 'thread_id',
    purge: threads,
    plant: async (company, at) => {
      const id = await threadWithQuestion(company)
      await set(company, 'UPDATE assistant_thread SET used_at = $2 WHERE id = $1', [id, at])
      return id
    },
  },
  'what the model cost': {
    // A day counts as a whole.
    days: 180,
    slackHours: 24,
    table: 'assistant_usage',
    column: 'day',
    purge: threads,
    plant: async (company, at) => {
      const { organizationId, owner } = company
      const day = new Date(at.toISOString().slice(0, 10))
      await withOrganization(company, (db) =>
        db.assistantUsage.create({ data: { organizationId, userId: owner.userId!, day }, select: { day: true } }),
      )
      return day.toISOString().slice(0, 10)
    },
  },
  'longer work that ended': {
    days: 90,
    table: 'agent_task',
    purge: purgeTasks,
    plant: async (company, at) => {
      const { id } = await plantAgentTask(company, { state: 'done' })
      await set(company, 'UPDATE agent_task SET created_at = $2, finished_at = $2 WHERE id = $1', [id, at])
      return id
    },
  },
  'longer work that was begun and left': {
    days: 90,
    table: 'agent_task',
    purge: purgeTasks,
    plant: async (company, at) => {
      const { id } = await plantAgentTask(company)
      await set(company, 'UPDATE agent_task SET created_at = $2 WHERE id = $1', [id, at])
      return id
    },
  },
  'an invitation': {
    days: 90,
    table: 'invitation',
    plant: async (company, at) => {
      const id = newId()
      const { organizationId, owner } = company
      await withOrganization(company, (db) =>
        db.invitation.create({
          data: {
            organizationId,
            id,
            hash: Buffer.from(id),
            email: `${id}@example.com`,
            role: 'viewer',
            invitedBy: owner.userId!,
            expiresAt: at,
          },
          select: { id: true },
        }),
      )
      return id
    },
    purge: (organizationId) => withOrganization({ organizationId }, (db) => purgeInvitations(db, organizationId)),
  },
  'a delivery of a webhook': {
    days: 30,
    table: 'webhook_delivery',
    purge: purgeWebhooks,
    plant: async (company, at) => {
      const id = await failedDelivery(company)
      await set(
        company,
        'UPDATE outgoing_event SET created_at = $2 WHERE id = (SELECT event_id FROM webhook_delivery WHERE id = $1)',
        [id, at],
      )
      return id
    },
  },
  'a run of the checks': {
    // Only the last one of a day is kept.
    days: 366,
    slackHours: 24,
    table: 'health_run',
    plant: async (company, at) => {
      const id = await doneRun(company)
      await set(company, 'UPDATE health_run SET created_at = $2 WHERE id = $1', [id, at])
      return id
    },
    purge: async (organizationId) => {
      const [latest] = await inspect<{ id: string }>(
        organizationId,
        'SELECT id FROM health_run WHERE organization_id = current_organization() ORDER BY created_at DESC LIMIT 1',
      )
      await withOrganization({ organizationId }, (db) => purgeRuns(db, organizationId, latest!.id))
    },
  },
}
const HOUR = 3_600_000
const ago = (days: number, hours: number) => new Date(Date.now() - days * 24 * HOUR - hours * HOUR)

test.each(Object.keys(kinds))(
  '%s goes once its term has passed, not an hour earlier, and no other company’s goes with it',
  async (name) => {
    const { days, slackHours = 1, table, column = 'id', plant, purge } = kinds[name]!
    const [mine, other] = [await createTestOrganization(), await createTestOrganization()]
    const left = async ({ organizationId }: TestOrganization) =>
      (
        await inspect<{ known: string }>(
          organizationId,
          `SELECT DISTINCT ${column}::text AS known FROM ${table} WHERE organization_id = current_organization() ORDER BY 1`,
        )
      ).map(({ known }) => known)
    const planted: string[][] = []
    for (const company of [mine, other])
      planted.push([await plant(company, ago(days, slackHours)), await plant(company, ago(days, -slackHours))])
    expect([(await left(mine)).length, (await left(other)).length]).toEqual([2, 2])
    await asWorker(() => purge(mine.organizationId))
    expect(await left(mine)).toEqual([planted[0]![1]])
    expect(await left(other)).toEqual(planted[1]!.toSorted())
  },
)
