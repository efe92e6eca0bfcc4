import { createWebhookAction, updateWebhookAction } from '@/lib/assist/webhooks/actions'
import { connectDriveAction, disconnectDriveAction } from '@/lib/connect/drive/actions'
import { hashPassword } from '@/lib/identity/auth/password'
import { endOtherSessionsAction, endSessionAction } from '@/lib/identity/auth/sessions/actions'
import { endMemberSessionsAction } from '@/lib/identity/organizations/actions'
import { newId } from '@/lib/core/ids'
import { addMember, createTestOrganization, envelope, signInAs } from '@/lib/testing/factories/factories'
import { withOwner } from '@/lib/testing/harnesses/database'

const PASSWORD = 'trilho lento abre a porta'

test('ending sessions, an address of webhooks and Drive ask for the password where the sign-in is a while ago', async () => {
  const company = await createTestOrganization()
  const { userId } = company.owner
  const member = await addMember(company, 'viewer')
  const hash = await hashPassword(PASSWORD)
  await withOwner((owner) => owner.query('UPDATE app_user SET password_hash = $2 WHERE id = $1', [userId, hash]))
  await signInAs(company.owner)
  const signedIn = (minutes: number) =>
    withOwner((owner) =>
      owner.query('UPDATE session SET created_at = now() - make_interval(mins => $2) WHERE user_id = $1', [
        userId,
        minutes,
      ]),
    )
  const form = envelope(company)
  const webhook = { url: 'https://example.com/x', kinds: ['order.created' as const] }
  const actions = (more: { password?: string }) => [
    endOtherSessionsAction(form, more),
    endSessionAction(form, { sessionId: newId(), ...more }),
    endMemberSessionsAction(form, { userId: member.userId!, ...more }),
    createWebhookAction(form, { ...webhook, ...more }),
    updateWebhookAction(form, { id: newId(), ...webhook, ...more }),
    connectDriveAction(form, more),
    disconnectDriveAction(form, more),
  ]
  const errors = async (more: { password?: string }) =>
    (await Promise.all(actions(more))).map((answer) => (answer.ok ? 'done' : answer.error))
  const asking = ['passwordMissing', 'passwordWrong']
  await signedIn(16)
  expect(await errors({})).toEqual(Array.from({ length: 7 }, () => 'passwordMissing'))
  expect((await endOtherSessionsAction(form, { password: 'another one altogether' })).ok).toBe(false)
  expect((await errors({ password: PASSWORD })).filter((error) => asking.includes(error))).toEqual([])
  await signedIn(14)
  expect((await errors({})).filter((error) => asking.includes(error))).toEqual([])
})
