import { FIRST_SEAL, sealOf, type SealedEvent } from './seal'

const event: SealedEvent = {
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
const seal = (more: Partial<SealedEvent> = {}) =>
  sealOf(Buffer.alloc(32, 1), FIRST_SEAL, 'o1', [{ ...event, ...more }]).toString('hex')

test('an entry is sealed as it always was: trails that stand go on being intact', () => {
  expect(seal()).toBe('9b3c8bf87eaeabb8ab39c7b1458b2305f7ed4b933111705100e311f817ad699a')
  expect(seal({ after: { a: 'x', b: [{ c: 2, d: 1 }] } })).toBe(seal())
})

test('each of its fields is under the seal', () => {
  const other: SealedEvent = {
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
  const seals = Object.keys(event).map((field) => seal({ [field]: other[field as keyof SealedEvent] }))
  expect(new Set([seal(), ...seals]).size).toBe(Object.keys(event).length + 1)
})
