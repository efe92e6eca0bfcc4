import { sharesOf } from './shares'

test('a bar is as long as its amount against the largest, and nothing is drawn of one row or of none', () => {
  expect(sharesOf(['200', '100', null, '-50'])).toEqual([1, 0.5, 0, 0])
  expect(sharesOf(['200'])).toEqual([])
  expect(sharesOf(['0', null])).toEqual([])
})
