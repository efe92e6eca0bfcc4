import { act, render, screen } from '@testing-library/react'
import { startTransition, useState } from 'react'
import { renderToReadableStream } from 'react-dom/server.browser'
import { waitShortly } from '@/lib/core/process/wait-shortly'
import { WhenReady } from './when-ready'

const shown = (promise: Promise<string>) => (
  <main>
    <WhenReady promise={promise} fallback={<i>wait</i>}>
      {(value) => <b>{value}</b>}
    </WhenReady>
  </main>
)
/** All that a browser gets, as it is streamed. */
const sent = async (promise: Promise<string>) => new Response(await renderToReadableStream(shown(promise))).text()

test('a value that the page has waited for is sent alone: no fallback, no script that swaps them', async () => {
  const ready = Promise.resolve('here')
  await waitShortly([ready], 1000)
  expect(await sent(ready)).toBe('<main><!--$--><b>here</b><!--/$--></main>')
})

test('a page that is read again keeps a panel until its new value is there, though the first one was there at once', async () => {
  const ready = Promise.resolve('before')
  await waitShortly([ready], 1000)
  let arrive = (_: string) => {}
  let readAgain = (_: Promise<string>) => {}
  const Page = () => {
    const [promise, setPromise] = useState(ready)
    readAgain = (next) => startTransition(() => setPromise(next))
    return shown(promise)
  }
  render(<Page />)
  await act(async () => readAgain(new Promise((resolve) => (arrive = resolve))))
  expect([screen.queryByText('wait'), screen.queryByText('before')]).toEqual([null, expect.anything()])
  await act(async () => arrive('after'))
  expect(screen.getByText('after')).toBeTruthy()
})

test('a value that takes longer is sent after its fallback, and waits for no other', async () => {
  let arrive = (_: string) => {}
  const late = new Promise<string>((resolve) => (arrive = resolve))
  await waitShortly([late, Promise.resolve(1)], 1)
  const stream = await renderToReadableStream(shown(late))
  arrive('here')
  expect(await new Response(stream).text()).toMatch(/^<main>.*<i>wait<\/i>.*<b>here<\/b>.*<script>/)
})

test('a failure is not waited out, and is reported by the panel that shows it', async () => {
  const failing = Promise.reject(new Error('away'))
  await waitShortly([failing, null], 60_000)
  const errors: unknown[] = []
  await new Response(
    await renderToReadableStream(shown(failing), { onError: (error) => void errors.push(error) }),
  ).text()
  expect(errors).toEqual([new Error('away')])
})
