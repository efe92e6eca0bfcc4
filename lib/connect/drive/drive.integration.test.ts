import { randomBytes } from 'node:crypto'
import { can, ROLES } from '@/lib/core/permissions'
import { withOrganization } from '@/lib/core/db'
import { env } from '@/lib/core/env'
import {
  begin,
  comeBack,
  connect,
  eventsOf,
  failureOf,
  google,
  openDrive,
  rowOf,
  version,
  view,
  withFolder,
} from '@/lib/testing/harnesses/drive-harness'
import { addMember, createTestOrganization, envelope, signInAs } from '@/lib/testing/factories/factories'
import { cookies } from '@/lib/testing/fakes/next-headers'
import { dropAccessToken, getAccessToken } from './access'
import {
  chooseFolderAction,
  connectDriveAction,
  createFolderAction,
  disconnectDriveAction,
  testFolderAction,
} from './actions'

openDrive()

describe('connecting', () => {
  test('a consent connects the drive: narrow scope, proof of the code, the token encrypted', async () => {
    const company = await createTestOrganization()
    await signInAs(company.owner)
    const params = new URL(await begin(company)).searchParams
    expect(params.get('scope')).toBe('openid email https://www.googleapis.com/auth/drive.file')
    expect(params.get('code_challenge_method')).toBe('S256')
    expect([params.get('access_type'), params.get('prompt')]).toEqual(['offline', 'consent'])
    expect(params.get('redirect_uri')).toBe('http://localhost:3000/api/drive/callback')
    const account = await connect(company)
    const row = await rowOf(company)
    expect(row).toMatchObject({ account_email: account, error_code: null, connected_by: company.owner.userId })
    expect(row!.refresh_token).not.toContain('refresh-')
    expect((await view()).connection).toMatchObject({ accountEmail: account, folder: null, folders: [] })
    expect(JSON.stringify(await view())).not.toMatch(/refresh|access-/)
    expect(await eventsOf(company)).toEqual(['drive.connected'])
  })

  test('a wrong way back is refused and changes nothing', async () => {
    const company = await createTestOrganization()
    await signInAs(company.owner)
    const answer = () => begin(company).then((url) => google.consent(url))
    const without = await answer()
    without.searchParams.delete('state')
    expect(await failureOf(without)).toBe('driveStateMissing')
    const other = await answer()
    other.searchParams.set('state', company.organizationId)
    expect(await failureOf(other)).toBe('driveStateMissing')
    expect(await failureOf('http://localhost:3000/api/drive/callback?code=x')).toBe('driveStateMissing')
    expect(await failureOf(google.consent(await begin(company), { deny: true }))).toBe('driveDenied')
    expect(await failureOf(google.consent(await begin(company), { scope: 'openid email' }))).toBe('driveScopeMissing')
    const stolen = await answer()
    stolen.searchParams.set('code', 'made up')
    expect(await failureOf(stolen)).toBe('driveCodeRefused')
    expect(await rowOf(company)).toBeUndefined()
    expect(await eventsOf(company)).toEqual([])
  })

  test('the proof is held against the browser that asked: without the verifier the code is worth nothing', async () => {
    const company = await createTestOrganization()
    await signInAs(company.owner)
    const first = google.consent(await begin(company))
    const second = google.consent(await begin(company))
    second.searchParams.set('code', first.searchParams.get('code')!)
    expect(await failureOf(second)).toBe('driveCodeRefused')
  })

  test('a state counts once, even with a copy of its cookie', async () => {
    const company = await createTestOrganization()
    await signInAs(company.owner)
    const back = google.consent(await begin(company))
    const jar = await cookies()
    const copy = jar.get('mascate-drive')!
    expect((await comeBack(back)).searchParams.get('connected')).toBe('1')
    expect(await failureOf(back)).toBe('driveStateMissing')
    jar.set(copy.name, copy.value)
    expect(await failureOf(back)).toBe('driveStateReused')
  })

  test('a state of another person, session or organization, or an old one, is refused', async () => {
    const company = await createTestOrganization()
    const elsewhere = await createTestOrganization()
    const admin = await addMember(company, 'admin')
    await withOrganization({ organizationId: elsewhere.organizationId }, (db) =>
      db.membership.create({
        data: { organizationId: elsewhere.organizationId, userId: company.owner.userId!, role: 'owner' },
        select: { userId: true },
      }),
    )
    const here = company.owner
    const there = { ...here, organizationId: elsewhere.organizationId }
    for (const other of [admin, here, there]) {
      await signInAs(company.owner)
      const back = google.consent(await begin(company))
      const copy = (await cookies()).get('mascate-drive')!
      await signInAs(other)
      ;(await cookies()).set(copy.name, copy.value)
      expect(await failureOf(back)).toBe('driveStateForeign')
    }
    await signInAs(company.owner)
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 620_000)
    const url = await begin(company)
    clock.mockRestore()
    expect(await failureOf(google.consent(url))).toBe('driveStateMissing')
    expect([await rowOf(company), await rowOf(elsewhere)]).toEqual([undefined, undefined])
  })

  test('only who manages integrations connects, chooses, tests and disconnects', async () => {
    const company = await createTestOrganization()
    await connect(company)
    for (const role of ROLES.filter((known) => !can(known, 'integration.manage'))) {
      await signInAs(await addMember(company, role))
      for (const call of [
        connectDriveAction(envelope(company), {}),
        createFolderAction(envelope(company), { version: 1 }),
        chooseFolderAction(envelope(company), { folder: 'abcdefghij-klm', version: 1 }),
        testFolderAction(envelope(company), {}),
        disconnectDriveAction(envelope(company), {}),
      ])
        expect(await call).toMatchObject({ ok: false, error: 'permissionDenied' })
      expect((await comeBack('http://localhost:3000/api/drive/callback?code=x&state=y')).search).toBe('')
    }
    expect(await eventsOf(company)).toEqual(['drive.connected'])
  })

  test('without keys nothing is asked of Google, and the page knows the address to register', async () => {
    const company = await createTestOrganization()
    await signInAs(company.owner)
    const { GOOGLE_CLIENT_ID } = env()
    env().GOOGLE_CLIENT_ID = undefined
    expect(await connectDriveAction(envelope(company), {})).toMatchObject({ error: 'driveNotConfigured' })
    expect(await view()).toMatchObject({
      configured: false,
      callbackAddress: 'http://localhost:3000/api/drive/callback',
    })
    env().GOOGLE_CLIENT_ID = GOOGLE_CLIENT_ID
  })

  test('disconnecting withdraws the grant at Google and forgets it here, also when Google is away', async () => {
    const company = await createTestOrganization()
    await connect(company)
    const revoked = google.revoked.length
    expect(await disconnectDriveAction(envelope(company), {})).toEqual({ ok: true, data: null })
    expect(google.revoked.length).toBe(revoked + 1)
    expect(await rowOf(company)).toBeUndefined()
    await connect(company)
    const { GOOGLE_TOKEN_URL } = env()
    env().GOOGLE_TOKEN_URL = 'http://127.0.0.1:9'
    expect(await disconnectDriveAction(envelope(company), {})).toEqual({ ok: true, data: null })
    env().GOOGLE_TOKEN_URL = GOOGLE_TOKEN_URL
    expect(await rowOf(company)).toBeUndefined()
    expect(await eventsOf(company)).toEqual([
      'drive.connected',
      'drive.disconnected',
      'drive.connected',
      'drive.disconnected',
    ])
  })
})

describe('the folder', () => {
  test('can be noted before a drive is connected, also without keys; connecting finds it, or says that it cannot', async () => {
    const company = await createTestOrganization()
    const account = `${company.organizationId}@example.com`
    const own = google.addFile({ account, name: 'Fiscal' })
    await signInAs(company.owner)
    const { GOOGLE_CLIENT_ID } = env()
    env().GOOGLE_CLIENT_ID = undefined
    const note = (folder: string, of: number) => chooseFolderAction(envelope(company), { folder, version: of })
    const before = await version()
    expect(await note(own.id, before)).toMatchObject({ ok: true })
    expect(await note('elsewhere-of-others', before)).toMatchObject({ error: 'staleVersion' })
    env().GOOGLE_CLIENT_ID = GOOGLE_CLIENT_ID
    expect(await view()).toMatchObject({ notedFolder: own.id, connection: null })
    await connect(company)
    expect(await view()).toMatchObject({ notedFolder: null, connection: { folder: { id: own.id, name: 'Fiscal' } } })

    await disconnectDriveAction(envelope(company), {})
    expect(await note('elsewhere-of-others', await version())).toMatchObject({ ok: true })
    expect(await failureOf(google.consent(await begin(company), { account }))).toBe('driveFolderNotFound')
    expect(await view()).toMatchObject({ notedFolder: null, connection: { accountEmail: account, folder: null } })
  })

  test('is made, picked or pasted, and tested by writing', async () => {
    const company = await withFolder()
    const other = google.addFile({ account: company.account, name: 'Outra' })
    expect((await view()).connection?.folders).toHaveLength(2)
    const pasted = `https://drive.google.com/drive/u/0/folders/${other.id}?usp=sharing`
    expect(await chooseFolderAction(envelope(company), { folder: pasted, version: await version() })).toEqual({
      ok: true,
      data: { id: other.id, name: 'Outra' },
    })
    expect((await view()).connection).toMatchObject({ folder: { id: other.id, name: 'Outra' }, problem: null })
    google.requests.length = 0
    expect(await testFolderAction(envelope(company), {})).toMatchObject({ ok: true })
    expect(google.requests.filter((line) => !line.includes('token')).map((line) => line.split(' ')[0])).toEqual([
      'GET',
      'POST',
      'DELETE',
    ])
    expect([...google.files.values()].filter(({ parents }) => parents.includes(other.id))).toEqual([])
    expect(await eventsOf(company)).toEqual(['drive.connected', 'drive.folderChosen', 'drive.folderChosen'])
  })

  test('that the app cannot see or write to is refused with its reason, and the one before stays', async () => {
    const company = await withFolder()
    const { account } = company
    const other = google.addFile({ account, foreign: true })
    const someoneElses = google.addFile({ account: 'other@example.com' })
    const readOnly = google.addFile({ account, readOnly: true })
    const binned = google.addFile({ account, trashed: true })
    const file = google.addFile({ account, mimeType: 'text/plain' })
    const choose = async (folder: string) => chooseFolderAction(envelope(company), { folder, version: await version() })
    for (const { id } of [other, someoneElses, binned, file])
      expect(await choose(id)).toMatchObject({ error: 'driveFolderNotFound' })
    expect(await choose(readOnly.id)).toMatchObject({ error: 'driveFolderReadOnly' })
    for (const text of ['', 'Mascate', 'https://evil.example/drive/folders/abcdefghijkl', `javascript:${other.id}`])
      expect(await choose(text)).toMatchObject({ error: 'invalidInput' })
    expect(await createFolderAction(envelope(company), { version: 1 })).toMatchObject({ error: 'staleVersion' })
    expect((await view()).connection?.folder?.id).toBe(company.folderId)
  })

  test('that disappears is noticed by the test, and so is a drive interface that is switched off', async () => {
    const company = await withFolder()
    google.faults.push('apiDisabled')
    expect(await testFolderAction(envelope(company), {})).toMatchObject({ error: 'driveApiDisabled' })
    google.files.delete(company.folderId)
    expect(await testFolderAction(envelope(company), {})).toMatchObject({ error: 'driveFolderNotFound' })
    expect((await view()).connection).toMatchObject({ problem: 'driveFolderNotFound' })
  })

  test('is found again by the same account, and forgotten with another', async () => {
    const company = await withFolder()
    await disconnectDriveAction(envelope(company), {})
    await connect(company, company.account)
    expect((await view()).connection?.folder).toEqual({ id: company.folderId, name: 'Mascate' })
    await connect(company, 'someone@example.com')
    expect((await view()).connection?.folder).toBeNull()
  })
})

describe('the grant', () => {
  test('an access token that Google no longer takes is renewed once, without a word', async () => {
    const company = await withFolder()
    google.faults.push('expiredToken')
    expect(await testFolderAction(envelope(company), {})).toMatchObject({ ok: true })
    dropAccessToken(company.organizationId)
    google.requests.length = 0
    await Promise.all([view(), view(), view()])
    expect(google.requests.filter((line) => line === 'POST /token')).toHaveLength(1)
  })

  test('a withdrawn grant ends in asking to connect again, and never in a loop', async () => {
    const company = await withFolder()
    google.withdraw()
    google.requests.length = 0
    expect(await testFolderAction(envelope(company), {})).toMatchObject({ error: 'driveExpired' })
    expect(google.requests.length).toBeLessThan(4)
    expect((await view()).connection?.problem).toBe('driveExpired')
    await connect(company, company.account)
    expect((await view()).connection).toMatchObject({ problem: null, folder: { id: company.folderId } })
  })

  test('one that no key opens any more ends in the same, and can be disconnected', async () => {
    const company = await withFolder()
    dropAccessToken(company.organizationId)
    const key = env().ENCRYPTION_KEY
    try {
      env().ENCRYPTION_KEY = randomBytes(32).toString('base64')
      expect((await view()).connection).toMatchObject({ problem: 'driveExpired', folders: null })
      expect(await testFolderAction(envelope(company), {})).toMatchObject({ error: 'driveExpired' })
      await connect(company, company.account)
      expect((await view()).connection).toMatchObject({ problem: null, folder: { id: company.folderId } })
    } finally {
      env().ENCRYPTION_KEY = key
    }
    expect(await disconnectDriveAction(envelope(company), {})).toMatchObject({ ok: true })
    expect((await view()).connection).toBeNull()
  })

  test('that is found withdrawn while somebody connects again does not speak ill of the new one', async () => {
    const company = await withFolder()
    google.withdraw()
    dropAccessToken(company.organizationId)
    google.duringRefresh = () => connect(company, company.account)
    await expect(getAccessToken(company.organizationId)).rejects.toMatchObject({ code: 'driveExpired' })
    expect(await rowOf(company)).toMatchObject({ error_code: null })
    expect(await testFolderAction(envelope(company), {})).toMatchObject({ ok: true })
  })
})
