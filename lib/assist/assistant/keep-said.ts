import 'server-only'
import type { Chunk } from './answer'
import type { AssistantMessage } from './contract'
import { partsOf } from './parts'
import { logUnexpected } from './unexpected'

const EVERY_MS = 2000

/** Keeps what has been said so far, at each step and every two seconds: a process that ends takes little of it with it. */
export function keepAsSaid(said: readonly Chunk[], keep: (parts: AssistantMessage['parts']) => Promise<void>) {
  let timer: NodeJS.Timeout | undefined
  let saving = Promise.resolve<unknown>(undefined)
  const save = () => {
    clearTimeout(timer)
    timer = undefined
    // A failure here is repeated at the end, or reported there.
    saving = saving.then(async () => keep(await partsOf(said))).catch(logUnexpected)
  }
  return {
    noted: ({ type }: Chunk) => {
      if (type === 'finish-step') save()
      else if (type !== 'start' && type !== 'finish') timer ??= setTimeout(save, EVERY_MS)
    },
    settled: () => {
      clearTimeout(timer)
      return saving
    },
  }
}
