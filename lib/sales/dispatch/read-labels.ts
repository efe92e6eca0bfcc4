import 'server-only'
import type { MergedLabels } from './label-pdf'
import { keepThread, ThreadOverrun } from '@/lib/core/process/kept-thread'
import type { LabelAnswer, LabelQuestion } from './label-thread'

/** A label has some tens of kilobytes. */
export const maxLabelBytes = 5 * 1024 * 1024
const program = 'lib/sales/dispatch/label-thread.ts'
const counting = keepThread<LabelQuestion, LabelAnswer>(program, { heapMegabytes: 128, timeoutMs: 15_000 })
const merging = keepThread<LabelQuestion, LabelAnswer>(program, { heapMegabytes: 512, timeoutMs: 180_000 })

/** How many pages a label has; null for what is no sound PDF, or would take more room or time to read than a label may. */
export async function countLabelPages(bytes: Uint8Array): Promise<number | null> {
  if (bytes.length > maxLabelBytes) return null
  const answer = await counting({ count: bytes }).catch((error: unknown) => {
    if (error instanceof ThreadOverrun) return { pages: null }
    throw error
  })
  return 'pages' in answer ? answer.pages : null
}

/** All labels in one file, in the order given, `onSheets` four on a page of A4; one that cannot be read does not keep the others out of it. */
export async function bindLabelFiles(
  labels: readonly Uint8Array[],
  title: string,
  { onSheets = false } = {},
): Promise<MergedLabels> {
  const answer = await merging({ merge: labels, title, onSheets })
  if (!('file' in answer)) throw new Error('the labels were not bound')
  return answer
}
