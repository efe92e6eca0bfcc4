import { changePrice, readPercent, type PriceChange } from './bulk-price'

const title = (price: bigint | null, next: bigint | null, how: string) => `${price} by ${how} becomes ${next}`

describe.each<[bigint | null, PriceChange, bigint | null]>([
  [6_490n, { how: 'set', cents: 5_000n }, 5_000n],
  [null, { how: 'set', cents: 5_000n }, 5_000n],
  [6_490n, { how: 'percent', basisPoints: -1_000n }, 5_841n],
  [999n, { how: 'percent', basisPoints: 750n }, 1_074n],
  [250n, { how: 'percent', basisPoints: 1_020n }, 276n],
  [50n, { how: 'percent', basisPoints: 100n }, 51n],
  [1n, { how: 'percent', basisPoints: -9_000n }, null],
  [6_490n, { how: 'amount', cents: -500n }, 5_990n],
  [400n, { how: 'amount', cents: -500n }, null],
  [null, { how: 'percent', basisPoints: 1_000n }, null],
  [null, { how: 'amount', cents: 100n }, null],
])('case %#', (price, change, next) =>
  test(title(price, next, change.how), () => expect(changePrice(price, change)).toBe(next)),
)

test.each([
  ['-10', -1_000n],
  ['7,5', 750n],
  ['+7.25 %', 725n],
  ['−3%', -300n],
  ['0', null],
  ['-100', null],
  ['1001', null],
  ['dez', null],
  ['', null],
])('%j is read as %s hundredths of a percent', (text, points) => expect(readPercent(text)).toBe(points))
