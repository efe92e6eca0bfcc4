import { sign } from './signature'

const ANSWER_WITHIN_MS = 3_000

export type DeliveryOutcome = { delivered: boolean; answer: string }

/** Delivered means: any 2xx with an empty body, within three seconds. */
export async function sendWebhookEvent(url: string, key: string, body: string): Promise<DeliveryOutcome> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      body,
      redirect: 'manual',
      headers: { 'content-type': 'application/json', authorization: sign(key, `${url}|${body}`) },
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
    const text = await answer.text()
    if (!answer.ok) return { delivered: false, answer: `status ${answer.status}` }
    return text === ''
      ? { delivered: true, answer: `status ${answer.status}` }
      : { delivered: false, answer: 'body not empty' }
  } catch (error) {
    return { delivered: false, answer: error instanceof Error ? error.name : 'failed' }
  }
}
