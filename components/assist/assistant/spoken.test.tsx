import { render } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import type { AssistantMessage } from '@/lib/assist/assistant/contract'
import { sentences } from '@/lib/testing/fakes/gemini-personas'
import { Spoken } from './spoken'

const answer = (text: string): AssistantMessage => ({ id: 'a', role: 'assistant', parts: [{ type: 'text', text }] })

test('an answer is said in whole sentences while it still comes, and each once', () => {
  const all = sentences.join(' ')
  const show = (text: string, busy: boolean) => (
    <Spoken message={answer(text)} busy={busy} refused={false} broken={false} />
  )
  const { container, rerender } = render(show('', true), { wrapper: testPage() })
  const region = container.querySelector('[aria-live=polite]')!
  const said: string[] = []
  for (let length = 1; length <= all.length; length += 20) {
    rerender(show(all.slice(0, length), true))
    const words = region.textContent
    if (words && said.at(-1) !== words) said.push(words)
  }
  expect(said).toEqual([sentences.slice(0, 2).join(' ')])
  rerender(show(all, false))
  expect(region.textContent).toBe(sentences[2])
})
