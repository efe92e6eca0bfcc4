import { withOrganization } from '@/lib/core/db'
import { addEntity } from '@/lib/testing/harnesses/company-harness'
import { plantDifference } from '@/lib/testing/harnesses/case-harness'
import { inspect } from '@/lib/testing/harnesses/database'
import { addMember, createTestOrganization, signInAs, type TestOrganization } from '@/lib/testing/factories/factories'
import { noteCase, updateCase } from './change-case'
import { openCases } from './open-cases'
import { getCaseFor, getCasesFor } from './views'

let company: TestOrganization
beforeEach(async () => {
  company = await createTestOrganization()
})
const opened = async (ownerId: string | null = null) => {
  const { settlementId, cause } = await plantDifference(company)
  const given = { reason: 'Joana reclamou', protocol: null, deadline: null, ownerId, fileIds: [] }
  return (await openCases(company.owner, { ...given, picks: [{ settlementId, cause }] })).cases[0]!.id
}

test('a person’s text about a case stands with it, and not in the audit log', async () => {
  const id = await opened()
  const viewer = { ...company.owner, timeZone: 'America/Sao_Paulo' }
  const { version, deadline } = (await getCaseFor(viewer, id))!
  await updateCase(company.owner, { id, version, deadline, reason: 'Joana de novo', protocol: null, ownerId: null })
  await noteCase(company.owner, { id, text: 'Falei com Joana' })
  const { reason, events } = (await getCaseFor(viewer, id))!
  expect([reason, events.map(({ text }) => text).includes('Falei com Joana')]).toEqual(['Joana de novo', true])
  const auditEvents = await inspect<{ event: string; whole: string }>(
    company.organizationId,
    `SELECT event, concat(before, after) AS whole FROM audit_event WHERE organization_id = current_organization() AND subject_kind = 'case' ORDER BY id`,
  )
  expect(auditEvents.map(({ event }) => event)).toEqual(['case.opened', 'case.updated', 'case.noted'])
  expect(auditEvents.map(({ whole }) => [whole.includes('Joana'), whole.includes('reasonChanged')])).toEqual([
    [false, false],
    [false, true],
    [false, false],
  ])
})

test('a case of an entity is not assigned to a member who does not see it, and the error does not reveal members', async () => {
  const { organizationId } = company
  await signInAs(company.owner)
  const other = await addEntity(company, { name: 'Filial' })
  const accountantOf = async (legalEntityId: string) => {
    const { userId } = await addMember(company, 'accountant')
    const data = { organizationId, userId: userId!, legalEntityId }
    await withOrganization(company, (db) => db.membershipEntity.create({ data, select: { userId: true } }))
    return userId!
  }
  const [theirs, ours] = [await accountantOf(other), await accountantOf(company.legalEntityId)]
  await expect(opened(theirs)).rejects.toMatchObject({ code: 'caseOwnerCannotRead' })
  const id = await opened(ours)
  const viewer = { ...company.owner, timeZone: 'America/Sao_Paulo' }
  const { version, deadline, reason } = (await getCaseFor(viewer, id))!
  const given = { id, version, deadline, reason, protocol: null, ownerId: theirs }
  await expect(updateCase(company.owner, given)).rejects.toMatchObject({ code: 'caseOwnerCannotRead' })
  const accountant = { ...viewer, userId: ours, role: 'accountant' as const, legalEntityIds: [company.legalEntityId] }
  expect([(await getCasesFor(accountant, {})).owners, (await getCaseFor(accountant, id))!.owners]).toEqual([[], []])
  expect((await getCasesFor(viewer, {})).owners.length).toBeGreaterThan(1)
})
