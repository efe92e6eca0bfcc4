import { purgeExpired } from '@/lib/worker/tasks/maintenance'
import { threadWithQuestion } from '@/lib/testing/samples/assistant-samples'
import { asWorker, inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import { withOrganization } from '@/lib/core/db'

test('a conversation unused for three months is deleted with its messages', async () => {
  const company = await createTestOrganization()
  const { organizationId } = company
  const [old, young] = [await threadWithQuestion(company), await threadWithQuestion(company)]
  await withOrganization(company, (db) =>
    db.assistantThread.updateMany({
      where: { organizationId, id: old },
      data: { usedAt: new Date(Date.now() - 91 * 86_400_000) },
    }),
  )
  await asWorker(purgeExpired)
  expect(await inspect(organizationId, 'SELECT id FROM assistant_thread')).toEqual([{ id: young }])
  expect(await inspect(organizationId, 'SELECT DISTINCT thread_id AS id FROM assistant_message')).toEqual([
    { id: young },
  ])
})
