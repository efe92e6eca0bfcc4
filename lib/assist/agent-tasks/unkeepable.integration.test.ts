import { manus, openManus, sent, setManusKey, step, theirTask, viewTask } from '@/lib/testing/harnesses/agent-harness'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import { answerInput, createTaskInput } from './schema'
import { decideAction } from './decide-task'

openManus()

const nested = (depth: number): unknown => JSON.parse(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)

/** Text that no table of ours could store, in each field that the other side may write. */
const events: [string, Record<string, unknown>][] = [
  ['an id', { id: 'a\u0000b', type: 'assistant_message', assistant_message: { content: 'x' } }],
  [
    'an address',
    {
      type: 'assistant_message',
      assistant_message: { content: 'x', attachments: [{ filename: 'a', url: 'https://a/\u0000' }] },
    },
  ],
]
const forms: [string, unknown][] = [
  ['a NUL', { properties: { accept: { title: 'a\u0000b' } } }],
  ['half of a surrogate pair', { properties: { accept: { title: 'a\ud83d' } } }],
  ['three thousand levels', nested(3000)],
  ['more than anybody reads', { properties: { accept: { title: 'x'.repeat(30_000) } } }],
  ['a list', [1, 2]],
  ['a word', 'accept'],
]

test.each(events)('text that cannot be stored in %s is skipped, and the timeline goes on', async (_, event) => {
  const company = await createTestOrganization()
  await setManusKey(company)
  const id = await sent(company, { sections: ['sales'] })
  manus.say(theirTask(), event as never)
  manus.message(theirTask(), 'Depois disso.')
  await step(company, id)
  expect((await viewTask(company.owner, id)).events.map(({ text }) => text)).toContain('Depois disso.')
})

test.each(forms)('an action whose form is or has %s is asked, and its decision arrives', async (_, form) => {
  const company = await createTestOrganization()
  await setManusKey(company)
  const id = await sent(company, { sections: ['sales'] })
  const detail = { waiting_for_event_id: 'w1', waiting_for_event_type: 'mail', waiting_description: 'Enviar?' }
  manus.status(theirTask(), 'waiting', { ...detail, confirm_input_schema: form })
  await step(company, id)
  const question = (await viewTask(company.owner, id)).events.find(({ kind }) => kind === 'action')!
  await decideAction(company.owner, { id, eventId: question.id, confirm: false })
  await step(company, id)
  expect(manus.confirmed).toMatchObject([{ event_id: 'w1', input: { accept: false } }])
})

test('a person’s message is refused where it could not be stored as it was written', () => {
  const id = '01a00000-0000-7000-8000-000000000000'
  for (const text of ['a\u0000b', 'a\ud83d']) {
    expect(answerInput.safeParse({ id, eventId: id, text }).success).toBe(false)
    expect(createTaskInput.shape.question.safeParse(text).success).toBe(false)
  }
  expect(createTaskInput.shape.question.safeParse(' Por que caiu? 🙂 ')).toMatchObject({ data: 'Por que caiu? 🙂' })
})
