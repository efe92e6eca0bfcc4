import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { actionSamples } from '@/lib/testing/samples/action-samples'
import { listActions, listRoutes } from '@/lib/testing/harnesses/entries'
import { addMember, createTestOrganization, envelope, signInAs } from '@/lib/testing/factories/factories'
import { DOORS, PERMISSIONS, type Permission, type Right } from '@/lib/core/permissions'

const OWN = "one's own account, whatever the role"
const OPEN = 'open to who is not signed in, or belongs nowhere yet'
const ITSELF = 'asked by the route itself'

/** The name of a right in the document: its line of the table, or each line that opens the door. */
function linesOf(right: Right | null | undefined): string[] {
  if (right === undefined) return [ITSELF]
  if (right === null) return [OPEN]
  if (right === 'ownAccount') return [OWN]
  const permissions = right in DOORS ? DOORS[right as keyof typeof DOORS] : [right as Permission]
  return permissions.map((permission) => PERMISSIONS[permission].row).toSorted()
}

/** By name, the lines under which the document enters it. */
function readDocument(): Record<string, string[]> {
  const list = readFileSync(resolve(__dirname, 'declared-rights.md'), 'utf8')
  const entered: Record<string, string[]> = {}
  for (const [, line, names] of list.matchAll(/^- \*\*(.+?)\*\*:([^]*?)(?=^- |(?![^]))/gm))
    for (const [, name] of names!.matchAll(/`([^`]+)`/g)) (entered[name!] ??= []).push(line!)
  for (const lines of Object.values(entered)) lines.sort()
  return entered
}

test('every action and every route asks for the line of the table under which the document enters it', async () => {
  const entries = [
    ...(await listActions()).map(({ entry }) => [entry!.name, linesOf(entry!.right)]),
    ...(await listRoutes()).map(({ name, entry }) => [name, linesOf(entry?.right)]),
  ]
  expect(Object.fromEntries(entries)).toEqual(readDocument())
})

test.each(['listing.setPrice', 'push.retry'])('%s is refused to who may only sync now', async (name) => {
  const company = await createTestOrganization()
  const input = await actionSamples[name]!(company)
  const { run } = (await listActions()).find(({ entry }) => entry!.name === name)!
  await signInAs(await addMember(company, 'operator'))
  expect(await run(envelope(company), input)).toMatchObject({ ok: false, error: 'permissionDenied' })
})
