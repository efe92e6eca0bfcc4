import { revokeToken, createToken } from '@/lib/identity/access-tokens/tokens'
import { answerFunction } from '@/lib/assist/functions/answer'
import { changeAsOwner, asWorker } from '@/lib/testing/harnesses/database'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import { newId } from '@/lib/core/ids'
import { chainAuditLog } from './chain-audit-log'
import { verifyAuditLog } from './verify-audit-log'
import { getAuditLogFor } from './views'

const expense = { description: 'Fita', amountCents: 1290, kind: 'variable', dueOn: '2026-12-01' }

async function proposedByToken() {
  const { owner, organizationId } = await createTestOrganization()
  const token = await createToken(owner, { name: 'Planilha do galpão', scope: 'write', days: 30 })
  const request = new Request('http://localhost:3000/api/functions/propose_expense', {
    method: 'POST',
    headers: { authorization: `Bearer ${token.secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(expense),
  })
  expect((await answerFunction('propose_expense', request)).status).toBe(200)
  return { owner, organizationId, tokenId: token.id }
}

test('a program’s change names its token, and still does when the token is revoked', async () => {
  const { owner, tokenId } = await proposedByToken()
  await revokeToken(owner, { id: tokenId }, false)
  const { page } = await getAuditLogFor({ ...owner, timeZone: 'America/Sao_Paulo' }, { area: 'integrations' })
  expect(page.rows.map(({ event, actorKind, token }) => [event, actorKind, token?.name])).toEqual([
    ['accessToken.revoked', 'person', undefined],
    ['proposal.made', 'function', 'Planilha do galpão'],
    ['accessToken.created', 'person', undefined],
  ])
})

test.each([
  ['taken out', 'NULL', 'NOT NULL'],
  ['another’s', `'${newId()}'`, 'NOT NULL'],
  ['added', `'${newId()}'`, 'NULL'],
])('the token is chained with its entry: %s is found', async (_, value, where) => {
  const { organizationId } = await proposedByToken()
  await asWorker(() => chainAuditLog(organizationId))
  expect(await verifyAuditLog(organizationId)).toMatchObject({ intact: true })
  await changeAsOwner(
    organizationId,
    `ALTER TABLE audit_event DISABLE TRIGGER USER; UPDATE audit_event SET token_id = ${value} WHERE token_id IS ${where};
     ALTER TABLE audit_event ENABLE TRIGGER USER`,
  )
  expect(await verifyAuditLog(organizationId)).toMatchObject({ intact: false, reason: 'link' })
})
