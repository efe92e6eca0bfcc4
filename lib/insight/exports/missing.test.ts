import { missingOf, type ExportRecord } from './queries'
import type { ExportState } from '@/lib/core/exports/schema'

const missing = (state: ExportState, query = 'ids=a,b,c,c') =>
  missingOf({ state, done: 1, filter: { query, language: 'pt' } } as ExportRecord)

test('selected records that are not in the file are reported once the file is written, not while it grows', () => {
  for (const state of ['waiting', 'running', 'failed', 'cancelled'] as const) expect(missing(state)).toBe(0)
  for (const state of ['done', 'expired'] as const) expect(missing(state)).toBe(2)
})

test('a list without selected records has no missing ones', () => {
  expect(missing('done', 'status=paid')).toBe(0)
  expect(missing('done', '')).toBe(0)
})
