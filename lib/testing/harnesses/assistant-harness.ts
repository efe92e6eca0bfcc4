import { readUIMessageStream, type UIMessageChunk } from 'ai'
import { POST } from '@/app/api/assistants/[assistant]/route'
import type { AssistantMessage } from '@/lib/assist/assistant/contract'
import type { Actor } from '@/lib/core/db'
import { env } from '@/lib/core/env'
import { firstRetry } from '@/lib/core/http/outbound'
import { newId } from '@/lib/core/ids'
import { signInAs } from '../factories/factories'
import { helpful } from '../fakes/gemini-personas'
import { GeminiServer } from '../fakes/gemini-server'

export const gemini = new GeminiServer(helpful)

/** The fake of Gemini for the tests of a file, with a key of the installation. */
export function openGemini() {
  beforeAll(async () => void Object.assign(env(), { GEMINI_BASE_URL: await gemini.start() }))
  beforeEach(() => {
    Object.assign(env(), { GEMINI_API_KEY: 'key-of-the-house', GEMINI_MODEL: 'gemini-3.8-flash' })
    // How long a failed call waits before it is sent again: lib/outbound-retry.test.ts.
    firstRetry.waitMs = 20
    gemini.persona = helpful
    gemini.next.length = 0
    gemini.requests.length = 0
  })
  afterAll(() => gemini.stop())
}

export type Question = { threadId?: string | null; questionId?: string; question?: string; organizationId?: string }

export function post(actor: Actor, question: Question, signal?: AbortSignal, assistant = 'gemini'): Promise<Response> {
  const body = {
    organizationId: actor.organizationId,
    language: 'pt',
    threadId: null,
    questionId: newId(),
    question: 'Quanto vendi?',
    ...question,
  }
  const request = new Request('http://localhost:3000/api/assistants/gemini', {
    method: 'POST',
    body: JSON.stringify(body),
    ...(signal && { signal }),
  })
  return POST(request, { params: Promise.resolve({ assistant }) })
}

/** Asks as this person, and puts the answer together as their browser does. */
export async function askAssistant(actor: Actor, question: Question = {}): Promise<AssistantMessage> {
  await signInAs(actor)
  return readAnswer(await post(actor, question))
}

export async function readAnswer(response: Response): Promise<AssistantMessage> {
  if (!response.ok) throw new Error(((await response.json()) as { error: string }).error)
  const chunks = (await response.text())
    .split('\n\n')
    .filter((event) => event.startsWith('data: {'))
    .map((event) => JSON.parse(event.slice(6)) as UIMessageChunk)
  const stream = new ReadableStream<UIMessageChunk>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
  let last: AssistantMessage | undefined
  for await (const message of readUIMessageStream<AssistantMessage>({ stream })) last = message
  return last!
}

export const wordsOf = ({ parts }: Pick<AssistantMessage, 'parts'>) =>
  parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
