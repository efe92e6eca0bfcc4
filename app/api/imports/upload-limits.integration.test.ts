import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { POST as postMapping } from '@/app/api/mapping/sheet/route'
import { POST as postMoney } from '@/app/api/money-files/route'
import { POST as postSheet } from '@/app/api/sheets/route'
import { inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization, signInAs } from '@/lib/testing/factories/factories'
import { POST as postOrders } from './route'

const MB = 1_048_576
type Door = typeof postOrders
/** A kind of file by its name, the most megabytes it may have, and what refuses one that says to have more. */
const doors: [string, number, string, Door, string][] = [
  ['orders', 50, 'importFileTooLarge', postOrders, 'imports?fileName=x.xlsx&shopName=Loja'],
  ['a catalogue', 50, 'importFileTooLarge', postSheet, 'sheets?kind=catalogue&fileName=x.csv'],
  ['money', 50, 'importFileTooLarge', postMoney, 'money-files?fileName=x.csv'],
  ['mappings', 20, 'fileTooLarge', postMapping, 'mapping/sheet?fileName=x.xlsx'],
]

/** A text of so many megabytes, made as it is asked for. */
function sent(megabytes: number) {
  const chunk = Buffer.alloc(MB, 'A;B\n')
  let sentCount = 0
  const body = new ReadableStream<Uint8Array>(
    {
      pull(stream) {
        if (sentCount === megabytes) return stream.close()
        sentCount += 1
        stream.enqueue(new Uint8Array(chunk))
      },
    },
    { highWaterMark: 0 },
  )
  return { body, requests: () => sentCount }
}

async function post(door: Door, path: string, body: ReadableStream, headers: Record<string, string> = {}) {
  const { owner, organizationId } = await createTestOrganization()
  await signInAs(owner)
  const request = new Request(`http://localhost:3000/api/${path}`, {
    method: 'POST',
    body,
    duplex: 'half',
    headers: { 'x-organization-id': organizationId, ...headers },
  } as RequestInit)
  const answer = await door(request, { params: Promise.resolve({}) })
  const { error } = (await answer.json()) as { error?: string }
  const kept = await inspect(organizationId, 'select 1 from import union all select 1 from stored_file')
  return { status: answer.status, error, kept: kept.length }
}
const passing = () => readdirSync(join(process.env.MASCATE_DATA!, 'files/.passing'))

test.each(doors)(
  'a file of %s that says to be larger than %i MB is refused unread',
  async (_, most, error, door, path) => {
    const file = sent(1)
    expect(await post(door, path, file.body, { 'content-length': String(most * MB + 1) })).toEqual({
      status: 400,
      error,
      kept: 0,
    })
    expect(file.requests()).toBe(0)
  },
)

test.each(doors)(
  'a file of %s that does not say its size is read no further than %i MB',
  async (_, most, _error, door, path) => {
    const file = sent(most + 10)
    expect(await post(door, path, file.body)).toEqual({ status: 400, error: 'fileTooLarge', kept: 0 })
    expect(file.requests()).toBeGreaterThan(most)
    expect(file.requests()).toBeLessThan(most + 5)
    expect(passing()).toEqual([])
  },
)
