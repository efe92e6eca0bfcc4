import en from '@/messages/en.json'
import pt from '@/messages/pt-BR.json'
import { platformWordOf, platformWords } from './platform-words'

test('a code and a sentence of the platform are the same word, and the unknown is none', () => {
  expect(platformWordOf('Buyer Request to Cancel')).toBe('BUYER_REQUEST_TO_CANCEL')
  expect(platformWordOf('OUT_OF_STOCK')).toBe(platformWordOf('Out of Stock'))
  expect(platformWordOf('Something new')).toBeNull()
})

test('every word of the platform is translated in both languages, and no other', () => {
  for (const { dispatch } of [pt, en])
    expect(Object.keys(dispatch.platformWords).toSorted()).toEqual(platformWords.toSorted())
})
