import { withOrganization } from '@/lib/core/db'
import { purgeExpired } from '@/lib/worker/tasks/maintenance'
import { agentResult, plantAgentTask } from '@/lib/testing/samples/agent-samples'
import { asWorker, inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import { purgeTasks } from './purge-tasks'

const longAgo = new Date(Date.now() - 91 * 86_400_000)

test('longer work of more than three months ago is forgotten with its data, what was said and its files; a later one stays', async () => {
  const company = await createTestOrganization()
  const { organizationId } = company
  await agentResult(company)
  await plantAgentTask(company, { state: 'done', worker: 'local' })
  await withOrganization(company, (db) =>
    db.agentTask.updateMany({ where: { organizationId }, data: { createdAt: longAgo } }),
  )
  const young = await plantAgentTask(company, { state: 'done', worker: 'local' })
  const endedLate = await plantAgentTask(company, { state: 'done', worker: 'local' })
  await withOrganization(company, (db) =>
    db.agentTask.updateMany({
      where: { organizationId, id: endedLate.id },
      data: { createdAt: longAgo, finishedAt: new Date() },
    }),
  )
  await asWorker(() => purgeTasks(organizationId, 1))
  await asWorker(purgeExpired)
  const left = async (column: string, table: string) =>
    (await inspect<{ id: string }>(organizationId, `SELECT ${column} AS id FROM ${table}`))
      .map(({ id }) => id)
      .toSorted()
  const kept = [young.id, endedLate.id].toSorted()
  expect([await left('id', 'agent_task'), await left('task_id', 'data_pack')]).toEqual([kept, kept])
  for (const table of ['agent_task_event', 'agent_task_file', 'stored_file'])
    expect(await left('id', table)).toEqual([])
})
