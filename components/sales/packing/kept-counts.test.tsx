import type { ScanState } from '@/lib/sales/packing/scan-session'
import { countsKept, keepCounts, keepPacked, packedKept } from './kept-counts'

const opened = (parcelId: string, counts: Record<string, number>) =>
  ({ at: 'items', parcel: { id: parcelId }, counts }) as unknown as ScanState

beforeEach(() => sessionStorage.clear())
afterEach(() => void vi.useRealTimers())

test('the counts of the open parcel outlive a reload, of that parcel alone, and end with it', () => {
  keepCounts(opened('one', { shirt: 2, cap: 0 }))
  expect(countsKept('one')).toEqual({ shirt: 2 })
  expect(countsKept('other')).toEqual({})
  keepCounts({ at: 'label' } as unknown as ScanState)
  expect(countsKept('one')).toEqual({})
})

test('the number packed outlives a reload within a shift, and not until the next day', () => {
  vi.useFakeTimers({ now: new Date('2026-11-30T08:00:00Z') })
  keepPacked(7)
  vi.setSystemTime(new Date('2026-11-30T17:00:00Z'))
  expect(packedKept()).toBe(7)
  vi.setSystemTime(new Date('2026-12-01T08:00:00Z'))
  expect(packedKept()).toBe(0)
})

test('a value that this page did not write counts for nothing', () => {
  sessionStorage.setItem('packing-counts', 'no list')
  sessionStorage.setItem('packing-shift', '{"packed":"7","at":9e15}')
  expect([countsKept('one'), packedKept()]).toEqual([{}, 0])
})
