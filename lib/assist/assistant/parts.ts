import { readUIMessageStream, type UIMessageChunk } from 'ai'
import type { AssistantMessage } from './contract'

/** The answer so far, put together as a browser does it. */
export async function partsOf(said: readonly UIMessageChunk[]): Promise<AssistantMessage['parts']> {
  const stream = new ReadableStream<UIMessageChunk>({
    start(controller) {
      for (const chunk of said) controller.enqueue(bounded(chunk))
      controller.close()
    },
  })
  let parts: AssistantMessage['parts'] = []
  for await (const message of readUIMessageStream<AssistantMessage>({ stream })) parts = message.parts
  return storable(parts) as AssistantMessage['parts']
}

type Delta = Extract<UIMessageChunk, { type: 'text-delta' }>
const isDelta = (chunk: UIMessageChunk | undefined): chunk is Delta => chunk?.type === 'text-delta'

/**
 * Adds a chunk. Consecutive text is merged, since each chunk is processed again whenever the parts are put together.
 */
export function addSaid<C extends UIMessageChunk>(said: C[], chunk: C): void {
  const last = said.at(-1)
  if (isDelta(last) && isDelta(chunk) && last.id === chunk.id)
    said[said.length - 1] = { ...last, delta: last.delta + chunk.delta }
  else said.push(chunk)
}

/** A tool's result is some eight levels deep; a model's output may be deep enough to overflow the stack of a copy. */
const MOST_DEPTH = 32

function bounded<T>(value: T, depth = 0): T {
  if (value === null || typeof value !== 'object') return value
  if (depth === MOST_DEPTH) return null as T
  if (Array.isArray(value)) return value.map((inner: unknown) => bounded(inner, depth + 1)) as T
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, bounded(inner as unknown, depth + 1)]),
  ) as T
}

/** As the database can keep it: PostgreSQL's JSON has no NUL and no half of a surrogate pair, and a model may say both. */
function storable(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/[\u0000\p{Surrogate}]/gu, '\uFFFD')
  if (Array.isArray(value)) return value.map(storable)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [storable(key), storable(inner)]))
}
