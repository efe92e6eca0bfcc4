import { act, render } from '@testing-library/react'
import { Suspense, use, useEffect, useState, type ReactNode } from 'react'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { KeepFresh } from './keep-fresh'

let refreshAgain: (answer: Promise<void>) => void
let answers: (() => void)[]
const router = { refresh: () => refreshAgain(new Promise((resolve) => answers.push(resolve))) }
stubPage({ useRouter: () => router })

/** As Next shows a page that was asked for again: it waits for the newest answer, whatever became of the ones before. */
function Page({ children }: { children: ReactNode }) {
  const [answer, setAnswer] = useState<Promise<void> | null>(null)
  useEffect(() => void (refreshAgain = setAnswer), [])
  if (answer) use(answer)
  return children
}

const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))

beforeEach(() => {
  answers = []
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

test('a page that takes longer than the interval is not requested again before its answer is there', async () => {
  render(
    <Suspense>
      <Page>
        <KeepFresh everyMs={1000} />
      </Page>
    </Suspense>,
  )
  await pass(1000)
  expect(answers).toHaveLength(1)
  await pass(5000)
  expect(answers).toHaveLength(1)
  await act(async () => answers[0]!())
  await pass(1000)
  expect(answers).toHaveLength(2)
})
