import { GET } from '@/app/api/account/route'
import { createToken } from '../access-tokens/tokens'
import { openQuestion } from '@/lib/assist/assistant/threads'
import { callGlobal, withOrganization } from '@/lib/core/db'
import { env } from '@/lib/core/env'
import { Prisma } from '@/lib/generated/prisma/client'
import { newId } from '@/lib/core/ids'
import { notifyMemberJoined } from '../notices/causes'
import { scanTables } from '@/lib/testing/harnesses/age-database'
import { proposedExpense, viewerOf } from '@/lib/testing/samples/assistant-samples'
import { asWorker, changeAsOwner, inspect, withOwner } from '@/lib/testing/harnesses/database'
import { connect, google, openDrive } from '@/lib/testing/harnesses/drive-harness'
import { addMember, createTestOrganization, signInAs } from '@/lib/testing/factories/factories'
import { deliver, emailsTo, openMailbox } from '@/lib/testing/fakes/mailbox'
import { eraseAccount } from './erase-account'
import { setDisplayName } from './set-display-name'

openMailbox()
openDrive()
const NAME = 'Zuleica Canaria'

async function secondOwner() {
  const company = await createTestOrganization()
  const person = await addMember(company, 'owner')
  await setDisplayName(person, { displayName: NAME })
  return { company, person, email: `${person.userId}@example.com` }
}
const invite = (organizationId: string, invitedBy: string, email: string, acceptedAt: Date | null) =>
  withOrganization({ organizationId }, (db) =>
    db.invitation.create({
      data: {
        organizationId,
        id: newId(),
        hash: Uint8Array.from(Buffer.from(newId())),
        email,
        role: 'viewer',
        invitedBy,
        expiresAt: new Date(Date.now() + 3_600_000),
        acceptedAt,
      },
      select: { id: true },
    }),
  )

test('an erased account leaves nothing in notices to others, in invitations, nor on its Google Drive', async () => {
  const { company, person, email } = await secondOwner()
  const { organizationId } = company
  const elsewhere = await createTestOrganization()
  const former = await createTestOrganization()
  await invite(organizationId, company.owner.userId!, email, new Date())
  await invite(elsewhere.organizationId, elsewhere.owner.userId!, email, null)
  await withOrganization(company, (db) => notifyMemberJoined(db, organizationId, person.userId!))
  await connect({ ...company, owner: person }, email)
  await changeAsOwner(
    former.organizationId,
    `INSERT INTO audit_event (organization_id, id, actor_kind, event, subject_kind, subject_id)
     VALUES (current_organization(), uuid_v7(), 'system', 'member.left', 'member', $1)`,
    [person.userId],
  )
  await changeAsOwner(
    former.organizationId,
    `INSERT INTO notification (organization_id, id, user_id, kind, key, data)
     VALUES (current_organization(), uuid_v7(), $1, 'memberJoined', $2 || ':x', jsonb_build_object('name', $3::text, 'role', 'viewer'))`,
    [former.owner.userId, person.userId, NAME],
  )
  const where = async () => {
    const places = await Promise.all(
      [company, elsewhere, former].map((each) => scanTables(each.organizationId, { name: NAME, email })),
    )
    return [...new Set(places.flat().map((result) => result.where))].toSorted()
  }
  expect(await where()).toEqual([
    'public.app_user.display_name',
    'public.app_user.email',
    'public.drive_connection.account_email',
    'public.invitation.email',
    'public.notification.data',
  ])
  await eraseAccount(person.userId!)
  expect(await where()).toEqual([])
  const auditOf = (each: { organizationId: string }) =>
    inspect<{ event: string }>(
      each.organizationId,
      `SELECT event FROM audit_event WHERE actor_kind = 'system' AND event <> 'member.left' ORDER BY event`,
    ).then((rows) => rows.map(({ event }) => event))
  expect(await auditOf(company)).toEqual(['account.erased', 'drive.disconnected'])
  expect([await auditOf(elsewhere), await auditOf(former)]).toEqual([['invitation.revoked'], []])
})

test('the grant of an erased account is withdrawn by the worker, however long Google is away', async () => {
  const { company, person, email } = await secondOwner()
  await connect({ ...company, owner: person }, email)
  // Mails queued by earlier tests.
  await deliver()
  const revoked = google.revoked.length
  await eraseAccount(person.userId!)
  const { GOOGLE_TOKEN_URL } = env()
  env().GOOGLE_TOKEN_URL = 'http://127.0.0.1:9'
  await deliver()
  env().GOOGLE_TOKEN_URL = GOOGLE_TOKEN_URL
  expect(google.revoked.length).toBe(revoked)
  // That the attempt failed may be written a moment after it is over, with the time of the next one.
  for (let attempt = 0; attempt < 20 && google.revoked.length === revoked; attempt += 1) {
    await inspect(company.organizationId, 'UPDATE graphile_worker._private_jobs SET run_at = now()')
    await deliver()
  }
  expect(google.revoked.length).toBe(revoked + 1)
})

/** Writers of a person's own data, each called by a user who was let in a moment before. */
const writes: Record<string, (them: Awaited<ReturnType<typeof secondOwner>>) => Promise<unknown>> = {
  'a picture': ({ person }) =>
    callGlobal(Prisma.sql`SELECT set_avatar(${person.userId}::uuid, ${newId()}::uuid, ${Buffer.from('a')})::text`),
  'a way in': ({ person, email }) =>
    callGlobal(Prisma.sql`SELECT link_account('google', ${newId()}, ${person.userId}::uuid, ${email}::citext)`),
  'a token': ({ person }) => createToken(person, { name: 'Planilha', scope: 'read', days: 7 }),
  'a membership': async ({ person }) => {
    const { organizationId } = await createTestOrganization()
    await withOrganization({ organizationId }, (db) =>
      db.membership.create({
        data: { organizationId, userId: person.userId!, role: 'viewer' },
        select: { userId: true },
      }),
    )
  },
  'a question': ({ company, person }) =>
    openQuestion(
      viewerOf({ owner: person }),
      {
        organizationId: company.organizationId,
        threadId: null,
        questionId: newId(),
        question: 'Quanto vendi?',
      } as never,
      'local',
    ),
  'a draft': ({ company, person }) => proposedExpense({ ...company, owner: person }),
}

test.each(Object.entries(writes))('%s that comes after the erasure is refused', async (_, write) => {
  const them = await secondOwner()
  await write(them)
  const again = await secondOwner()
  await eraseAccount(again.person.userId!)
  await expect(write(again)).rejects.toThrow('account_erased')
})

test('an erasure waits for what is being written of the account, and takes it along', async () => {
  const { person, email } = await secondOwner()
  await withOwner(async (writer) => {
    await writer.query('BEGIN')
    await writer.query(`SELECT link_account('google', $1, $2, $3)`, [newId(), person.userId, email])
    const erased = eraseAccount(person.userId!)
    const { rows: self } = await writer.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    const waiting = 'SELECT 1 FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))'
    while ((await withOwner((owner) => owner.query(waiting, [self[0]!.pid]))).rowCount === 0);
    await writer.query('COMMIT')
    await erased
    const { rows } = await writer.query('SELECT 1 FROM account WHERE user_id = $1', [person.userId])
    expect(rows).toEqual([])
  })
})

test('an email to the address says that the account is gone', async () => {
  const { person, email } = await secondOwner()
  await eraseAccount(person.userId!)
  await asWorker(deliver)
  expect(emailsTo(email)).toEqual([
    expect.objectContaining({ subject: 'Sua conta no Mascate foi apagada', text: expect.stringContaining(NAME) }),
  ])
})

test('a download of one’s own data contains the invitations, notices and drafts, and is limited to ten in ten minutes', async () => {
  const { company, person, email } = await secondOwner()
  const elsewhere = await createTestOrganization('Casa & Cia')
  await invite(elsewhere.organizationId, elsewhere.owner.userId!, email, null)
  await invite(company.organizationId, person.userId!, 'outra@example.com', null)
  const newcomer = await addMember(company, 'viewer')
  await withOrganization(company, (db) => notifyMemberJoined(db, company.organizationId, newcomer.userId!))
  await proposedExpense({ ...company, owner: person })
  await signInAs(person)
  const request = () => GET(new Request('http://localhost:3000/api/account'), { params: Promise.resolve({}) })
  const text = await (await request()).text()
  expect(JSON.parse(text)).toMatchObject({
    account: { invitations: [{ company: 'Casa & Cia', role: 'viewer', acceptedAt: null }] },
    companies: [
      {
        notifications: [{ kind: 'memberJoined', said: { role: 'viewer' } }],
        drafts: [{ kind: 'expense', state: 'open', proposed: { description: 'Fita' } }],
        invitationsSent: [{ role: 'viewer' }],
      },
    ],
  })
  expect(text).not.toContain('outra@example.com')
  for (let nth = 2; nth <= 10; nth++) expect((await request()).status).toBe(200)
  expect((await request()).status).toBe(429)
})
