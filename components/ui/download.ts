import type { ReportedError } from '@/lib/core/errors'
import { clientSettings } from './client-settings'
import type { ActionFailure } from './use-action'

/** Fetches a file into the page and saves it under its name; answers what went wrong. */
export async function downloadWhole(href: string): Promise<ActionFailure | null> {
  try {
    const signal = AbortSignal.timeout(clientSettings.fileDeadlineMs)
    const answer = await fetch(href, { cache: 'no-store', signal })
    if (!answer.ok) return await failureOf(answer)
    const address = URL.createObjectURL(await answer.blob())
    saveFrom(address, nameOf(answer))
    // The browser takes the file after the click.
    setTimeout(() => URL.revokeObjectURL(address), clientSettings.actionDeadlineMs)
    return null
  } catch {
    return { code: 'connectionTimeout' }
  }
}

/** Has the browser fetch a file that may be too large for the page, once its route has said that it can be had. */
export async function downloadLarge(href: string): Promise<ActionFailure | null> {
  try {
    const signal = AbortSignal.timeout(clientSettings.actionDeadlineMs)
    const answer = await fetch(`${href}?check`, { cache: 'no-store', signal })
    if (!answer.ok) return await failureOf(answer)
    saveFrom(href, '')
    return null
  } catch {
    return { code: 'connectionTimeout' }
  }
}

function saveFrom(address: string, name: string) {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}

const nameOf = ({ headers }: Response) => /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? ''

async function failureOf(answer: Response): Promise<ActionFailure> {
  const body = (await answer.json().catch(() => null)) as ReportedError | null
  if (!body?.error) return { code: 'unavailable' }
  const { error, values, reference } = body
  return { code: error, values, reference }
}
