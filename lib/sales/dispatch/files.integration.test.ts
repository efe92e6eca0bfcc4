import type { Member } from '@/lib/identity/auth/member'
import { inspect } from '@/lib/testing/harnesses/database'
import { labelledRun, storedInvoice } from '@/lib/testing/samples/dispatch-samples'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { openInvoice, openRunFile } from './files'

let company: TestOrganization
beforeEach(async () => {
  company = await createTestOrganization()
})
const owner = ({ owner: { organizationId, userId, role } } = company) => ({ organizationId, userId, role }) as Member
const outcome = (opening: Promise<{ content: ReadableStream }>) =>
  opening.then(
    async ({ content }) => {
      await content.cancel()
      return 'opened'
    },
    (error: { code: string }) => error.code,
  )

test('the doors of labels and of invoices open no file of the other’s kind', async () => {
  const [run, invoice] = [await labelledRun(company), await storedInvoice(company)]
  const both = async () => [await outcome(openRunFile(owner(), run)), await outcome(openInvoice(owner(), invoice))]
  expect(await both()).toEqual(['opened', 'opened'])
  await inspect(
    company.organizationId,
    `WITH swapped AS (UPDATE dispatch_run r SET file_id = d.file_id FROM fiscal_document d, dispatch_run was
       WHERE r.id = $1 AND d.id = $2 AND was.id = r.id RETURNING was.file_id)
     UPDATE fiscal_document d SET file_id = s.file_id FROM swapped s WHERE d.id = $2`,
    [run, invoice],
  )
  expect(await both()).toEqual(['notFound', 'notFound'])
})

test('another company opens neither labels nor invoices', async () => {
  const [run, invoice] = [await labelledRun(company), await storedInvoice(company)]
  const stranger = owner(await createTestOrganization())
  expect(await outcome(openRunFile(stranger, run))).toBe('notFound')
  expect(await outcome(openInvoice(stranger, invoice))).toBe('notFound')
})
