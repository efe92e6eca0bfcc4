import { getMember } from '@/lib/identity/auth/member'
import type { Actor } from '@/lib/core/db'
import { coversVisibility } from '@/lib/identity/auth/visibility'
import { askAssistant, gemini, openGemini, wordsOf } from '@/lib/testing/harnesses/assistant-harness'
import { changeAsOwner } from '@/lib/testing/harnesses/database'
import { addMember, createTestOrganization, signInAs } from '@/lib/testing/factories/factories'
import { getAssistantFor } from './views'

openGemini()

const SAID = 'Aqui estão as vendas do período.'

const give = async ({ organizationId, userId }: Actor, role: string) =>
  changeAsOwner(organizationId, 'UPDATE membership SET role = $2::"Role" WHERE user_id = $1', [userId, role])

async function shownTo(actor: Actor, threadId: string) {
  await signInAs(actor)
  const view = await getAssistantFor((await getMember())!, { t: threadId })
  return view!.thread!.messages.map(({ role, parts, metadata }) => ({
    role,
    said: wordsOf({ parts }),
    failure: metadata?.failure,
  }))
}

test('an answer given with rights that are gone is neither shown nor sent to the model; with the rights back, it is again', async () => {
  const company = await createTestOrganization()
  const member = await addMember(company, 'manager')
  const threadId = (await askAssistant(member)).metadata!.threadId!
  const question = { role: 'user', said: 'Quanto vendi?', failure: undefined }
  const answered = { role: 'assistant', said: expect.stringContaining(SAID), failure: null }
  expect(await shownTo(member, threadId)).toEqual([question, answered])

  await give(member, 'operator')
  const withheld = { role: 'assistant', said: '', failure: 'sightLost' }
  expect(await shownTo(member, threadId)).toEqual([question, withheld])
  gemini.requests.length = 0
  await askAssistant(member, { threadId, question: 'E ontem?' })
  const requestText = JSON.stringify(gemini.requests[0]!.body)
  expect([requestText.includes('Quanto vendi?'), requestText.includes('E ontem?'), requestText.includes(SAID)]).toEqual(
    [true, true, false],
  )
  expect(requestText).not.toContain('functionResponse')

  await give(member, 'manager')
  const again = await shownTo(member, threadId)
  expect(again.map(({ failure }) => failure)).toEqual([undefined, null, undefined, null])
  gemini.requests.length = 0
  await askAssistant(member, { threadId, question: 'E hoje?' })
  expect(JSON.stringify(gemini.requests[0]!.body)).toContain(SAID)
})

test('an accountant no longer sees what was answered of a legal entity that was taken from them', async () => {
  const company = await createTestOrganization()
  const { organizationId, legalEntityId } = company
  const accountant = await addMember(company, 'accountant')
  const others =
    'INSERT INTO membership_entity (organization_id, user_id, legal_entity_id) VALUES (current_organization(), $1, $2) ON CONFLICT DO NOTHING'
  await changeAsOwner(organizationId, others, [accountant.userId, legalEntityId])
  const threadId = (await askAssistant(accountant)).metadata!.threadId!
  expect((await shownTo(accountant, threadId))[1]).toMatchObject({ failure: null })
  await changeAsOwner(organizationId, 'DELETE FROM membership_entity WHERE user_id = $1', [accountant.userId])
  expect((await shownTo(accountant, threadId))[1]).toMatchObject({ said: '', failure: 'sightLost' })
})

test('a sight covers another where it has every right of it as far as it goes, and all of its entities', () => {
  const [all, some, one] = [null, ['a', 'b'], ['a']]
  expect(coversVisibility({ role: 'owner', legalEntityIds: all }, { role: 'accountant', legalEntityIds: some })).toBe(
    true,
  )
  expect(coversVisibility({ role: 'manager' }, { role: 'viewer' })).toBe(true)
  expect(coversVisibility({ role: 'viewer' }, { role: 'manager' })).toBe(false)
  expect(coversVisibility({ role: 'operator' }, { role: 'finance' })).toBe(false)
  expect(coversVisibility({ role: 'operator' }, { role: 'manager' })).toBe(false)
  const accountant = (legalEntityIds: string[] | null) => ({ role: 'accountant' as const, legalEntityIds })
  expect([
    coversVisibility(accountant(some), accountant(one)),
    coversVisibility(accountant(one), accountant(some)),
  ]).toEqual([true, false])
  expect(coversVisibility(accountant(one), accountant(all))).toBe(false)
})
