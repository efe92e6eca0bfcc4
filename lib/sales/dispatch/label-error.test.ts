import { keepLabelError, readLabelError } from './label-error'

test.each([
  ['labelNotNow', 'The package can not print now.'],
  ['labelUnreadable', null],
] as const)('%s is kept with the platform’s words', (problem, text) => {
  expect(readLabelError(keepLabelError(problem, text))).toEqual({ problem, text })
})

test('texts without a code, as they were stored once, are still shown', () => {
  const text = 'Order status does not support awb printing.'
  expect(readLabelError(text)).toEqual({ problem: null, text })
  expect(readLabelError(null)).toEqual({ problem: null, text: null })
})
