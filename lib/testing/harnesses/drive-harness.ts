import { GET as callback } from '@/app/api/drive/callback/route'
import { getMember, type Member } from '@/lib/identity/auth/member'
import { connectDriveAction, createFolderAction } from '@/lib/connect/drive/actions'
import { getDriveFor } from '@/lib/connect/drive/views'
import { env } from '@/lib/core/env'
import { inspect } from './database'
import { DriveServer } from '../fakes/drive-server'
import { createTestOrganization, envelope, signInAs, type TestOrganization } from '../factories/factories'

export const google = new DriveServer()

/** The fake of Google for the tests of a file, without faults before each. */
export function openDrive() {
  beforeAll(async () => {
    const address = await google.start()
    Object.assign(env(), {
      GOOGLE_CLIENT_ID: 'client',
      GOOGLE_CLIENT_SECRET: 'secret of the client',
      GOOGLE_OAUTH_URL: `${address}/o/oauth2/v2/auth`,
      GOOGLE_TOKEN_URL: address,
      GOOGLE_DRIVE_URL: address,
    })
  })
  beforeEach(() => {
    google.faults.length = 0
    google.requests.length = 0
  })
  afterAll(() => google.stop())
}

export const comeBack = async (url: URL | string) => {
  const answer = await callback(new Request(url))
  expect(answer.status).toBe(303)
  return new URL(answer.headers.get('location')!)
}
export const failureOf = async (url: URL | string) => (await comeBack(url)).searchParams.get('failed')
export async function begin(company: TestOrganization): Promise<string> {
  const begun = await connectDriveAction(envelope(company), {})
  if (!begun.ok) throw new Error(begun.error)
  return begun.data.url
}
export async function connect(company: TestOrganization, account = `${company.organizationId}@example.com`) {
  await signInAs(company.owner)
  const to = await comeBack(google.consent(await begin(company), { account }))
  expect(to.searchParams.get('connected')).toBe('1')
  return account
}
export const rowOf = async ({ organizationId }: TestOrganization) =>
  (await inspect(organizationId, 'select * from drive_connection'))[0]
export const view = async () => getDriveFor((await getMember()) as Member, {})
export const version = async () => (await view()).version
export const eventsOf = async ({ organizationId }: TestOrganization) =>
  (
    await inspect<{ event: string }>(
      organizationId,
      `select event from audit_event where subject_kind = 'drive' order by at, id`,
    )
  ).map(({ event }) => event)
export async function withFolder() {
  const company = await createTestOrganization()
  const account = await connect(company)
  const made = await createFolderAction(envelope(company), { version: await version() })
  if (!made.ok) throw new Error(made.error)
  return { ...company, account, folderId: made.data.id }
}
