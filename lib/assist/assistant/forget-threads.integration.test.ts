import { forgetExpired } from '@/lib/worker/tasks/keep-house'
import { askedThread } from '@/lib/testing/samples/assistant-samples'
import { asWorker, inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import { withOrganization } from '@/lib/core/db'

test('a conversation unused for three months is deleted with its messages', async () => {
  const company = await createTestOrganization()
  const { organizationId } = company
  const [old, young] = [await askedThread(company), await askedThread(company)]
  await withOrganization(company, (db) =>
    db.assistantThread.updateMany({
      where: { organizationId, id: old },
      data: { usedAt: new Date(Date.now() - 91 * 86_400_000) },
    }),
  )
  await asWorker(forgetExpired)
  expect(await inspect(organizationId, 'SELECT id FROM assistant_thread')).toEqual([{ id: young }])
  expect(await inspect(organizationId, 'SELECT DISTINCT thread_id AS id FROM assistant_message')).toEqual([
    { id: young },
  ])
})
