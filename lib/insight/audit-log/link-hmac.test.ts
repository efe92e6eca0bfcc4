import { FIRST_HMAC, linkHmac, type ChainedEvent } from './link-hmac'

const event: ChainedEvent = {
  id: 'e1',
  position: 1n,
  at: new Date('2026-11-21T12:00:00Z'),
  actorKind: 'person',
  actorId: 'u1',
  sessionId: 's1',
  tokenId: null,
  event: 'product.updated',
  subjectKind: 'product',
  subjectId: 'p1',
  before: null,
  after: { b: [{ d: 1, c: 2 }], a: 'x' },
}
const hmacOf = (more: Partial<ChainedEvent> = {}) =>
  linkHmac(Buffer.alloc(32, 1), FIRST_HMAC, 'o1', [{ ...event, ...more }]).toString('hex')

test('an entry is chained as it always was: trails that stand go on being intact', () => {
  expect(hmacOf()).toBe('9b3c8bf87eaeabb8ab39c7b1458b2305f7ed4b933111705100e311f817ad699a')
  expect(hmacOf({ after: { a: 'x', b: [{ c: 2, d: 1 }] } })).toBe(hmacOf())
})

test('each of its fields is under the link', () => {
  const other: ChainedEvent = {
    id: 'e2',
    position: 2n,
    at: new Date('2026-11-21T12:00:00.001Z'),
    actorKind: 'sync',
    actorId: null,
    sessionId: null,
    tokenId: 's1',
    event: 'product.created',
    subjectKind: 'stock',
    subjectId: 'p2',
    before: {},
    after: { a: 'x' },
  }
  const hmacs = Object.keys(event).map((field) => hmacOf({ [field]: other[field as keyof ChainedEvent] }))
  expect(new Set([hmacOf(), ...hmacs]).size).toBe(Object.keys(event).length + 1)
})
