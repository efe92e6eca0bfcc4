import { changeMember } from '@/lib/identity/organizations/change-member'
import { withOrganization } from '@/lib/core/db'
import { proposedExpense, viewerOf } from '@/lib/testing/samples/assistant-samples'
import { inspect } from '@/lib/testing/harnesses/database'
import { addMember, createTestOrganization } from '@/lib/testing/factories/factories'
import { confirmProposal, refuseProposal } from './decide'
import { propose } from './propose'
import { findProposalKind } from './registry'

const expenses = (organizationId: string) =>
  inspect<{ description: string; cents: string }>(
    organizationId,
    'SELECT description, amount_cents::text AS cents FROM expense',
  )
const events = async (organizationId: string) =>
  (
    await inspect<{ event: string }>(
      organizationId,
      `SELECT event FROM audit_event WHERE event ~ '^(proposal|expense)' ORDER BY id`,
    )
  ).map(({ event }) => event)

test('a proposal changes nothing until its person confirms it; confirmed twice at once it counts once', async () => {
  const company = await createTestOrganization()
  const { owner, organizationId } = company
  const id = await proposedExpense(company)
  expect(await expenses(organizationId)).toEqual([])
  const answers = await Promise.all([confirmProposal(owner, { id }), confirmProposal(owner, { id })])
  expect(answers[0]).toEqual(answers[1])
  expect(await expenses(organizationId)).toEqual([{ description: 'Fita', cents: '1290' }])
  expect(await confirmProposal(owner, { id })).toEqual(answers[0])
  expect(await events(organizationId)).toEqual(['proposal.made', 'expense.created', 'proposal.confirmed'])
})

test('a proposal to another member cannot be confirmed; a refused or expired one stays undone', async () => {
  const company = await createTestOrganization()
  const { owner, organizationId } = company
  const other = await addMember(owner, 'owner')
  const stranger = (await createTestOrganization()).owner
  const [refused, late] = [await proposedExpense(company), await proposedExpense(company)]
  for (const actor of [other, stranger])
    for (const decide of [confirmProposal, refuseProposal])
      await expect(decide(actor, { id: refused })).rejects.toMatchObject({ code: 'notFound' })
  await refuseProposal(owner, { id: refused })
  await expect(confirmProposal(owner, { id: refused })).rejects.toMatchObject({ code: 'proposalDecided' })
  const expiresAt = new Date(Date.now() - 1000)
  await withOrganization(owner, (db) =>
    db.proposal.updateMany({ where: { organizationId, id: late }, data: { expiresAt } }),
  )
  await expect(confirmProposal(owner, { id: late })).rejects.toMatchObject({ code: 'proposalExpired' })
  expect(await expenses(organizationId)).toEqual([])
})

test('one of a confirmation and concurrent refusals counts, and a reported refusal is true', async () => {
  const company = await createTestOrganization()
  const { owner, organizationId } = company
  for (let round = 0; round < 12; round += 1) {
    const id = await proposedExpense(company)
    const [confirmed, ...refused] = await Promise.allSettled([
      confirmProposal(owner, { id }),
      ...[1, 2, 3].map(() => refuseProposal(owner, { id })),
    ])
    const isRefused = refused.some(({ status }) => status === 'fulfilled')
    expect({ round, isRefused }).toEqual({ round, isRefused: confirmed.status === 'rejected' })
  }
  const decided = (await events(organizationId)).filter((event) => /confirmed|refused/.test(event))
  expect(decided).toHaveLength(12)
  const [{ confirmed } = { confirmed: -1 }] = await inspect<{ confirmed: number }>(
    organizationId,
    `SELECT count(*)::int AS confirmed FROM proposal WHERE state = 'confirmed'`,
  )
  expect(await expenses(organizationId)).toHaveLength(confirmed)
})

test('an action without the right is neither proposed nor, once the right is gone, confirmed', async () => {
  const { owner, organizationId } = await createTestOrganization()
  const member = await addMember(owner, 'finance')
  const kind = findProposalKind('expense')
  const input = { description: 'Fita', amountCents: 1290, kind: 'variable', dueOn: '2026-12-01' }
  const { id } = await propose(kind, viewerOf({ owner: member }), input)
  await changeMember(owner, { userId: member.userId!, version: 1, role: 'operator', legalEntityIds: null })
  const operator = { ...member, role: 'operator' as const }
  await expect(confirmProposal(operator, { id })).rejects.toMatchObject({ code: 'permissionDenied' })
  await expect(propose(kind, viewerOf({ owner: operator }), input)).rejects.toMatchObject({ code: 'permissionDenied' })
  await expect(propose(kind, viewerOf({ owner }), { ...input, amountCents: -1 })).rejects.toMatchObject({
    code: 'invalidInput',
    fields: { amountCents: [expect.any(String)] },
  })
  expect(await expenses(organizationId)).toEqual([])
})
