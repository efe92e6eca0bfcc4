import { parentPort } from 'node:worker_threads'
import { countPages, layOnSheets, limitStreams, mergeLabels, type MergedLabels } from './label-pdf'

export type LabelQuestion = { count: Uint8Array } | { merge: readonly Uint8Array[]; title: string; onSheets: boolean }
export type LabelAnswer = { pages: number | null } | MergedLabels

limitStreams()

async function answer(question: LabelQuestion): Promise<LabelAnswer> {
  if ('count' in question) return { pages: await countPages(question.count) }
  const merged = await mergeLabels(question.merge, question.title)
  return question.onSheets ? { ...merged, file: await layOnSheets(merged.file, question.title) } : merged
}

parentPort?.on('message', (question: LabelQuestion) => {
  void answer(question).then((answered) => parentPort?.postMessage(answered))
})
