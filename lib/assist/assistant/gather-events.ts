import 'server-only'
import { OutboundError } from '@/lib/core/http/outbound'

/**
 * The model's server-sent events, for its text:
 * https://ai.google.dev/api/generate-content#v1beta.GenerateContentResponse
 */
type Said = {
  candidates?: { content?: { role?: string; parts?: { text?: string }[] }; finishReason?: string }[]
}

const open = new Set<object>()
const MOST_MS = 1000
const MS_A_STREAM = 10
const AT_ONCE = 10
/** No answer is as long; what goes on would fill the process that all companies share. */
const MOST_BYTES = 4_000_000

/** How long words wait for those after them: not at all where few are listening, and longer the more are. */
const waitingMs = () => (open.size <= AT_ONCE ? 0 : Math.min(MOST_MS, open.size * MS_A_STREAM))

/**
 * A model's stream of events with the words of a moment in one. Each event goes through a dozen steps of the SDK and the server,
 * which a hundred streams at once would keep busy with single words. All else passes as it is, in its order, broken events too.
 */
export function gatherEvents(body: ReadableStream<Uint8Array>, everyMs = waitingMs): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  const encoder = new TextEncoder()
  const decoder = new TextDecoder()
  const me = {}
  open.add(me)
  let timer: NodeJS.Timeout | undefined
  let gathered: Said | null = null
  let raw = ''
  let reportedAt = -Infinity

  return new ReadableStream<Uint8Array>({
    start: (controller) => {
      const flush = () => {
        clearTimeout(timer)
        timer = undefined
        if (!gathered) return
        controller.enqueue(encoder.encode(`data: ${JSON.stringify(gathered)}\r\n\r\n`))
        gathered = null
        reportedAt = performance.now()
      }
      const take = (event: string) => {
        const said = wordsOf(event)
        if (!said) {
          flush()
          controller.enqueue(encoder.encode(event))
          return
        }
        gathered = gathered ? joined(gathered, said) : said
        const left = reportedAt + everyMs() - performance.now()
        if (left <= 0) flush()
        else timer ??= setTimeout(flush, left)
      }
      const readAll = async () => {
        let bytes = 0
        for (let part = await reader.read(); !part.done; part = await reader.read()) {
          bytes += part.value.byteLength
          if (bytes > MOST_BYTES) throw new OutboundError('tooLarge', 'model')
          raw += decoder.decode(part.value, { stream: true })
          for (let end = endOf(raw); end > 0; end = endOf(raw)) {
            take(raw.slice(0, end))
            raw = raw.slice(end)
          }
        }
        flush()
        if (raw) controller.enqueue(encoder.encode(raw))
        controller.close()
      }
      void readAll()
        .catch((error: unknown) => {
          flush()
          controller.error(error)
          return reader.cancel(error).catch(() => undefined)
        })
        .finally(() => open.delete(me))
    },
    cancel: (reason) => {
      clearTimeout(timer)
      gathered = null
      open.delete(me)
      return reader.cancel(reason)
    },
  })
}

/** Where the first whole event ends, 0 where there is none yet. */
function endOf(raw: string): number {
  const match = /\r?\n\r?\n/.exec(raw)
  return match ? match.index + match[0].length : 0
}

/** An event that holds words of one candidate and nothing else to act on. */
function wordsOf(event: string): Said | null {
  if (!event.startsWith('data: ')) return null
  try {
    const said = JSON.parse(event.slice('data: '.length)) as Said
    const [candidate, ...others] = said.candidates ?? []
    const parts = candidate?.content?.parts ?? []
    const areWords = parts.length > 0 && parts.every((part) => Object.keys(part).join() === 'text')
    return areWords && others.length === 0 && !candidate!.finishReason ? said : null
  } catch {
    return null
  }
}

/** The later event's usage and all, with both's words. */
function joined(before: Said, after: Said): Said {
  const text = [before, after]
    .flatMap(({ candidates }) => candidates![0]!.content!.parts!.map(({ text }) => text))
    .join('')
  const [candidate] = after.candidates!
  return { ...after, candidates: [{ ...candidate, content: { ...candidate!.content, parts: [{ text }] } }] }
}
