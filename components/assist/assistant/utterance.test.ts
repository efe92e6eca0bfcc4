import { nextUtterance } from './utterance'

const sentence = 'As vendas do período somaram um valor que é dito aqui com todas as letras. '

test('whole sentences are said once there are enough of them, and each once', () => {
  const begun = nextUtterance(sentence, 0, false)
  expect(begun).toEqual({ say: '', to: 0 })
  const text = `${sentence}${sentence}E ainda`
  const first = nextUtterance(text, 0, false)
  expect(first.say).toBe(`${sentence}${sentence}`.trim())
  expect(nextUtterance(text, first.to, false)).toEqual({ say: '', to: first.to })
  expect(nextUtterance(`${text} **isto**.`, first.to, true).say).toBe('E ainda isto.')
})
