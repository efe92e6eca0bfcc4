import { nextStep, runSchedule, type Step } from './schedule.mjs'

/** Steps that end on command, with the running and the skipped ones in their order. */
function plan(steps: Step[], lanes = 2) {
  const running = new Map<string, (holds: boolean) => void>()
  const [begun, skipped]: string[][] = [[], []]
  const ended = runSchedule(steps, {
    lanes,
    run: ({ name }) => {
      begun!.push(name)
      return new Promise((done) => running.set(name, done))
    },
    skip: ({ name }) => void skipped!.push(name),
  })
  const end = async (name: string, holds = true) => {
    running.get(name)!(holds)
    running.delete(name)
    await new Promise(setImmediate)
    return [...running.keys()]
  }
  return { begun, skipped, ended, end, running: () => [...running.keys()] }
}

const build = { name: 'build', lanes: 1 }
const lint = { name: 'lint', lanes: 1 }
const types = { name: 'types', lanes: 1 }
const unit = { name: 'unit', lanes: 2 }
const e2e = { name: 'e2e', lanes: 2, needs: 'build' }
const torture = { name: 'torture', lanes: 1, needs: 'build' }

test('steps run beside each other as long as their lanes are free, in their order', async () => {
  const { running, end, ended } = plan([build, lint, types, unit])
  expect(running()).toEqual(['build', 'lint'])
  expect(await end('lint')).toEqual(['build', 'types'])
  expect(await end('types')).toEqual(['build'])
  expect(await end('build')).toEqual(['unit'])
  await end('unit')
  await ended
})

test('a step waits for what it needs; a smaller one that may begin goes before a larger one that may not', async () => {
  const { running, end, ended } = plan([build, lint, e2e, torture])
  expect(running()).toEqual(['build', 'lint'])
  expect(await end('build')).toEqual(['lint', 'torture'])
  expect(await end('lint')).toEqual(['torture'])
  expect(await end('torture')).toEqual(['e2e'])
  await end('e2e')
  await ended
})

test('a step that needs a failed step is left out; the others are run', async () => {
  const { end, ended, skipped, begun } = plan([build, e2e, torture, unit])
  await end('build', false)
  await end('unit')
  await ended
  expect(skipped).toEqual(['e2e', 'torture'])
  expect(begun).toEqual(['build', 'unit'])
})

test('a step that is named alone is run without what it needs', async () => {
  const { running, end, ended } = plan([e2e])
  expect(running()).toEqual(['e2e'])
  await end('e2e')
  await ended
})

test('a step that no machine has lanes for is said, and not waited for', async () => {
  await expect(plan([{ name: 'wide', lanes: 3 }]).ended).rejects.toThrow('can never begin: wide')
  expect(nextStep([unit, lint], { done: new Set(), freeLanes: 1 })).toBe(lint)
})
