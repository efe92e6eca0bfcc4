import { forgetExpired } from '../jobs/tasks/keep-house'
import { askedThread } from '../testing/assistant-samples'
import { asWorker, inspect } from '../testing/database'
import { createTestOrganization } from '../testing/factories'
import { withOrganization } from '../db'

test('a conversation that nobody has used for three months is forgotten with what was said in it', async () => {
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
