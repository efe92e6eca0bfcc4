import 'server-only'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { limitConcurrency } from './concurrency'

// A thread does not inherit the loader that runs TypeScript in the worker's process.
const startProgram = `require('tsx/cjs/api').register(); require(require('node:worker_threads').workerData.program)`
/** How long a thread rests before it ends: what tests start, the next one uses as well. */
export const threadRest = { ms: 10_000 }

/** The program, by its path in the repository, in a thread with a memory limit of its own. */
export const startThread = (program: string, heapMegabytes: number) =>
  new Worker(startProgram, {
    eval: true,
    execArgv: [],
    workerData: { program: join(process.cwd(), program) },
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: 8 },
  })

export const ranOutOfMemory = (error: Error) => (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'

/** The program took more memory or time than it may; the thread is gone, the process goes on. */
export class ThreadOverrun extends Error {}

type Limits = {
  heapMegabytes: number
  timeoutMs: number
  /** How many questions may stand in line. */
  waiting?: number
}

/**
 * The program's answers, a message for each message, one after the other. Untrusted input can exhaust memory and time:
 * that ends the thread, and the next question opens another. It stays a while, since to start costs more than most
 * answers.
 */
export function keepThread<Question, Answer>(program: string, { heapMegabytes, timeoutMs, waiting }: Limits) {
  const inTurn = limitConcurrency({ atOnce: 1, waiting: waiting ?? Number.POSITIVE_INFINITY })
  let thread: Worker | null = null
  let asking: { answer: (answer: Answer) => void; fail: (error: Error) => void } | null = null
  let rest: NodeJS.Timeout | undefined

  const end = (ended: Worker) => {
    if (thread === ended) thread = null
    return ended.terminate()
  }
  const fail = (failed: Worker, error: Error) => {
    if (thread !== failed) return
    void end(failed)
    asking?.fail(error)
  }
  const open = () => {
    const opened = startThread(program, heapMegabytes)
    // A late message of an abandoned thread answers no other question.
    opened.on('message', (answer: Answer) => {
      if (thread === opened) asking?.answer(answer)
    })
    opened.on('error', (error) => fail(opened, ranOutOfMemory(error) ? new ThreadOverrun('out of memory') : error))
    opened.on('exit', () => fail(opened, new Error('the thread ended early')))
    return opened
  }
  const request = async (question: Question): Promise<Answer> => {
    clearTimeout(rest)
    const opened = (thread ??= open())
    opened.ref()
    const watchdog = setTimeout(() => fail(opened, new ThreadOverrun('out of time')), timeoutMs)
    try {
      return await new Promise<Answer>((resolve, reject) => {
        asking = { answer: resolve, fail: reject }
        opened.postMessage(question)
      })
    } finally {
      asking = null
      clearTimeout(watchdog)
      opened.unref()
      rest = setTimeout(() => void end(opened), threadRest.ms).unref()
    }
  }
  return (question: Question): Promise<Answer> => inTurn(() => request(question))
}
