import { doneImport } from '@/lib/testing/samples/action-samples'
import { createTestOrganization, envelope, signInAs } from '@/lib/testing/factories/factories'
import { fingerprint } from '@/lib/testing/harnesses/fingerprint'
import { cancelImportAction } from './actions'

test('an import that has been applied is not cancelled any more, and nothing of it changes', async () => {
  const company = await createTestOrganization()
  const importId = await doneImport(company)
  await signInAs(company.owner)
  const before = await fingerprint(company.organizationId)
  expect(await cancelImportAction(envelope(company), { importId })).toEqual({
    ok: false,
    error: 'importTooLateToCancel',
  })
  expect(await fingerprint(company.organizationId)).toEqual(before)
})
