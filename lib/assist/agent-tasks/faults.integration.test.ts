import { limitCalls, clearCalls } from '@/lib/core/http/rate-limit'
import {
  approve,
  createTestTask,
  manus,
  openManus,
  sent,
  setManusKey,
  step,
  theirTask,
  viewTask,
} from '@/lib/testing/harnesses/agent-harness'
import { inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import type { ManusFault } from '@/lib/testing/fakes/manus-server'
import { answerQuestion } from './decide-task'

openManus()

async function makeCompany() {
  const company = await createTestOrganization()
  await setManusKey(company)
  return company
}
const sections = { sections: ['sales' as const] }
const countOf = (method: string) => manus.calls.filter((call) => call === method).length

const passing: ManusFault[] = ['lostAnswer', 'rateLimited', 'brokenJson', 'serverError', 'slow']
const ending = { badKey: 'agentKeyRefused', refused: 'agentRefused', notOk: 'agentRefused' } as const
const endings = Object.entries(ending) as [keyof typeof ending, string][]

describe('a file on its way', () => {
  test('after a temporary refusal the task is sent again, and created once', async () => {
    const mine = await makeCompany()
    const id = await createTestTask(mine.owner, sections)
    await approve(mine.owner, id)
    for (const fault of passing) {
      expect({ fault, ...(await viewTask(mine.owner, id)) }).toMatchObject({ fault, state: 'sending' })
      expect({ fault, tasks: manus.tasks.size }).toEqual({ fault, tasks: 0 })
      manus.fail('file.upload', fault)
      await step(mine, id)
    }
    // The last of them was only slow.
    expect(countOf('file.upload')).toBe(passing.length)
    expect((await viewTask(mine.owner, id)).state).toBe('running')
    expect(manus.tasks.size).toBe(1)
  })

  test('after a lasting refusal the task has failed, and none is created', async () => {
    const mine = await makeCompany()
    for (const [fault, errorCode] of endings) {
      const id = await createTestTask(mine.owner, sections)
      await approve(mine.owner, id)
      manus.fail('file.upload', fault)
      for (const _ of [1, 2]) await step(mine, id)
      expect({ fault, ...(await viewTask(mine.owner, id)) }).toMatchObject({ fault, state: 'failed', errorCode })
    }
    expect(countOf('task.create')).toBe(0)
  })
})

describe('a look at the timeline', () => {
  test('that does not work out for the moment is taken again later, and misses nothing', async () => {
    const mine = await makeCompany()
    const id = await sent(mine, sections)
    for (const fault of passing) {
      manus.message(theirTask(), `Depois de ${fault}`)
      manus.fail('task.listMessages', fault)
      await step(mine, id)
      expect({ fault, ...(await viewTask(mine.owner, id)) }).toMatchObject({ fault, state: 'running' })
    }
    await step(mine, id)
    const said = (await viewTask(mine.owner, id)).events.filter(({ kind }) => kind === 'message')
    expect(said.map(({ text }) => text)).toEqual(passing.map((fault) => `Depois de ${fault}`))
  })

  test('that is refused ends the task', async () => {
    const mine = await makeCompany()
    for (const [fault, errorCode] of endings) {
      const id = await sent(mine, sections)
      manus.fail('task.listMessages', fault)
      await step(mine, id)
      expect({ fault, ...(await viewTask(mine.owner, id)) }).toMatchObject({ fault, state: 'failed', errorCode })
    }
  })

  test.each([
    ['ten minutes after it was created', 'not found', 'agentTaskGone', `tried_at = now() - interval '11 minutes'`],
    ['two days after the yes', 'still at work', 'agentTaskLost', `approved_at = now() - interval '49 hours'`],
  ])('%s one that is %s has failed with %s', async (_, what, errorCode, moment) => {
    const mine = await makeCompany()
    const id = await sent(mine, sections)
    if (what === 'not found') theirTask().unknownFor = 2
    await step(mine, id)
    expect((await viewTask(mine.owner, id)).state).toBe('running')
    await inspect(mine.organizationId, `UPDATE agent_task SET ${moment}`)
    await step(mine, id)
    expect(await viewTask(mine.owner, id)).toMatchObject({ state: 'failed', errorCode })
  })
})

test('a timeline without an end, made of questions alone, is left after a bounded number of them', async () => {
  const mine = await makeCompany()
  const id = await sent(mine, sections)
  for (let look = 0; look < 4; look += 1) {
    for (let turn = 0; turn < 240; turn += 1) manus.asks(theirTask(), `Pergunta ${look}.${turn}?`)
    await step(mine, id)
  }
  expect(await viewTask(mine.owner, id)).toMatchObject({ state: 'failed', errorCode: 'agentTaskEndless' })
  const [{ kept }] = (await inspect(mine.organizationId, 'SELECT count(*)::int AS kept FROM agent_task_event')) as [
    { kept: number },
  ]
  expect(kept).toBeLessThan(540)
})

test('an answer with an unknown outcome is not sent twice; one that did not go out is sent later', async () => {
  const mine = await makeCompany()
  const id = await sent(mine, sections)
  const states = {
    slow: 'sent',
    lostAnswer: 'unclear',
    brokenJson: 'unclear',
    serverError: 'unclear',
    refused: 'refused',
  }
  const answerOf = async (text: string) => (await viewTask(mine.owner, id)).events.find((event) => event.text === text)!
  for (const [fault, outcome] of [...Object.entries(states), ['rateLimited', 'waiting']] as [ManusFault, string][]) {
    manus.asks(theirTask(), `Antes de ${fault}?`)
    await step(mine, id)
    const { id: eventId } = await answerOf(`Antes de ${fault}?`)
    await answerQuestion(mine.owner, { id, eventId, text: fault })
    manus.fail('task.sendMessage', fault)
    await step(mine, id)
    expect({ fault, is: (await answerOf(fault)).callState }).toEqual({ fault, is: outcome })
  }
  await step(mine, id)
  expect((await answerOf('rateLimited')).callState).toBe('sent')
  expect(manus.messages.map(({ message }) => message!.content)).toEqual([
    'slow',
    'lostAnswer',
    'brokenJson',
    'rateLimited',
  ])
})

test('a result is asked for once more where it may come a moment later', async () => {
  const mine = await makeCompany()
  const faults: Record<string, ManusFault[]> = {
    'lostAnswer.txt': ['lostAnswer'],
    'rateLimited.txt': ['rateLimited'],
    'serverError.txt': ['serverError'],
    'slow.txt': ['slow'],
    'away.txt': ['serverError', 'serverError'],
  }
  for (const [name, some] of Object.entries(faults)) manus.fail(`result ${name}`, ...some)
  const results = Object.keys(faults).map((name) => manus.result(name, 'bom'))
  manus.script = (task) => manus.message(task, 'Pronto', results)
  const id = await sent(mine, sections)
  const { files } = (await viewTask(mine.owner, id)).events.find(({ kind }) => kind === 'message')!
  expect(files.map(({ name, state }) => `${name} ${state}`)).toEqual(
    Object.keys(faults).map((name) => `${name} ${name === 'away.txt' ? 'refused' : 'kept'}`),
  )
})

describe('their limit, as we count it ourselves', () => {
  const writes = { name: 'manus-write', points: 10, seconds: 60 }
  const reads = { name: 'manus-read', points: 100, seconds: 60 }

  test('full, a task is not sent yet; then it is, once', async () => {
    const mine = await makeCompany()
    const id = await createTestTask(mine.owner, sections)
    await approve(mine.owner, id)
    await limitCalls(writes, mine.organizationId, writes.points)
    await step(mine, id)
    expect(countOf('task.create')).toBe(0)
    expect((await viewTask(mine.owner, id)).state).toBe('sending')
    await clearCalls(writes, mine.organizationId)
    await step(mine, id)
    expect(manus.tasks.size).toBe(1)
  })

  test('full, a task is not looked at, and goes on afterwards', async () => {
    const mine = await makeCompany()
    const id = await sent(mine, sections)
    manus.status(theirTask(), 'stopped')
    const looks = countOf('task.listMessages')
    await limitCalls(reads, mine.organizationId, reads.points - 10)
    await expect(limitCalls(reads, mine.organizationId, 10)).rejects.toMatchObject({ code: 'tooManyRequests' })
    await step(mine, id)
    expect(countOf('task.listMessages')).toBe(looks)
    expect((await viewTask(mine.owner, id)).state).toBe('running')
    await clearCalls(reads, mine.organizationId)
    await step(mine, id)
    expect((await viewTask(mine.owner, id)).state).toBe('done')
  })
})
