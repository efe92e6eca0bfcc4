import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { startTransition, use, useEffect, useState } from 'react'
import { createQueryClient } from '@/components/ui/query-provider'
import type { ImportProgress } from '@/lib/connect/order-imports/schema'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { useImportProgress } from './use-import-progress'

const mockRouter = { refresh: vi.fn() }
stubPage({ useRouter: () => mockRouter })
const { refresh } = mockRouter

const progress = (state: ImportProgress['state'], more: Partial<ImportProgress> = {}): ImportProgress => ({
  state,
  done: 0,
  total: 100,
  secondsLeft: null,
  productsRunning: false,
  products: null,
  ...more,
})
const running = { productsRunning: true, products: { state: 'running' as const, created: 0, mapped: 0 } }
const stopped = { products: { state: 'failed' as const, created: 0, mapped: 0, reference: 'abcd1234' } }

let server: ImportProgress
let show: (page: ImportProgress | null) => void
const fetched = vi.fn(async () => ({ ok: true, json: async () => ({ data: server }) }))
const tick = (ms = 1000) => act(() => vi.advanceTimersByTimeAsync(ms))

let setSlow: (page: Promise<void>) => void

function Follower({ initial }: { initial: ImportProgress }) {
  const [slow, setPage] = useState<Promise<void> | null>(null)
  useEffect(() => void (setSlow = setPage), [])
  const { progress: known } = useImportProgress('one', initial)
  if (slow) use(slow)
  return <p>{[known.state, known.done, known.products?.state].filter((part) => part !== undefined).join(' ')}</p>
}
/** Shows the page as the server rendered it: null where a stage shows no progress. */
function open(first: ImportProgress) {
  server = first
  const client = createQueryClient()
  const page = (initial: ImportProgress | null) => (
    <QueryClientProvider client={client}>{initial && <Follower initial={initial} />}</QueryClientProvider>
  )
  const { rerender } = render(page(first))
  show = (initial) => rerender(page(initial))
}
async function answer(state: ImportProgress) {
  server = state
  // A little more than an interval: a fetched state shows a timer later.
  await tick(1100)
}

beforeEach(() => {
  vi.useFakeTimers()
  refresh.mockReset()
  fetched.mockClear()
  global.fetch = fetched as unknown as typeof fetch
})
afterEach(() => vi.useRealTimers())

test('from the check through the preview to the result without a reload', async () => {
  open(progress('uploaded'))
  await answer(progress('checking', { done: 40 }))
  expect(screen.getByText('checking 40')).toBeTruthy()
  await answer(progress('ready'))
  expect(refresh).toHaveBeenCalled()
  await act(async () => show(null))

  server = progress('applying')
  refresh.mockClear()
  await act(async () => show(progress('applying')))
  expect(screen.getByText('applying 0')).toBeTruthy()
  expect(refresh).not.toHaveBeenCalled()
  await answer(progress('applying', { done: 70 }))
  expect(screen.getByText('applying 70')).toBeTruthy()
  await answer(progress('done', { done: 100 }))
  expect(refresh).toHaveBeenCalledTimes(1)

  await act(async () => show(progress('done')))
  fetched.mockClear()
  await tick(20_000)
  expect(fetched).not.toHaveBeenCalled()
})

test('products that failed and are asked for again are followed from the start', async () => {
  open(progress('done', running))
  await answer(progress('done', stopped))
  expect(refresh).toHaveBeenCalled()
  await act(async () => show(progress('done', stopped)))
  await tick(20_000)
  server = progress('done', running)
  await act(async () => show(progress('done', running)))
  expect(screen.getByText('done 0 running')).toBeTruthy()
  await answer(progress('done', { products: { state: 'done', created: 5, mapped: 5 } }))
  expect(screen.getByText('done 0 done')).toBeTruthy()
})

test('a page that was not rendered again is asked for once more', async () => {
  open(progress('applying'))
  await answer(progress('done'))
  refresh.mockClear()
  await tick(5500)
  expect(refresh).toHaveBeenCalledTimes(1)
})

test('a page that takes its time is not asked for a second time before it is there', async () => {
  open(progress('uploaded'))
  let shown = () => {}
  refresh.mockImplementation(() => startTransition(() => setSlow(new Promise<void>((resolve) => (shown = resolve)))))
  for (const done of [10, 20, 30, 40]) await answer(progress('checking', { done }))
  expect(refresh).toHaveBeenCalledTimes(1)
  await act(async () => shown())
  await answer(progress('checking', { done: 50 }))
  expect(refresh).toHaveBeenCalledTimes(2)
})
