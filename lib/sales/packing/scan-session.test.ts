import { firstState, isComplete, step, type ScanEvent, type ScanState } from './scan-session'
import type { PackingParcel, ParcelLine } from './schema'

const line = (key: string, units: number, codes: string[]): ParcelLine => ({
  key,
  sku: codes[0] ?? null,
  title: key,
  variation: null,
  codes,
  units,
  onHand: 0,
  photoFileId: null,
  productId: null,
  kits: [],
})
const parcel = (changes: Partial<PackingParcel> = {}): PackingParcel => ({
  id: 'p',
  version: 3,
  number: 'OFG1',
  trackingNumber: 'BR1',
  carrier: 'Xpress',
  orderId: 'o',
  orderCode: '2411AA',
  shopName: 'Loja',
  problem: null,
  packedAt: null,
  packedBy: null,
  parcels: 1,
  lines: [line('shirt', 2, ['CAM', '789']), line('cap', 1, ['BON'])],
  ...changes,
})
const scanned = (text: string): ScanEvent => ({ type: 'scanned', text })

/** All events in turn: where it ends, and every effect on the way. */
function play(events: ScanEvent[], from: ScanState = firstState, queue = { inQueue: false }) {
  const effects: string[] = []
  let state = from
  for (const event of events) {
    const next = step(state, event, queue)
    state = next.state
    for (const effect of next.effects) effects.push(effect.do === 'sound' ? effect.sound : effect.do)
  }
  return { state, effects }
}
const opened = (changes: Partial<PackingParcel> = {}) =>
  play([scanned('br1'), { type: 'found', parcel: parcel(changes) }]).state

test('a label and each of its products, whatever the order and the writing, make a packed parcel', () => {
  const { state, effects } = play([
    scanned(' br1\r'),
    { type: 'found', parcel: parcel() },
    scanned('bon'),
    scanned('789'),
    scanned('CAM\n'),
    { type: 'saved', alreadyPacked: false },
  ])
  expect(effects).toEqual(['lookUp', 'good', 'good', 'good', 'good', 'pack', 'done'])
  expect(state).toMatchObject({ at: 'label', packed: { id: 'p' } })
})

test('a wrong product stops everything until it was seen, and what was counted stays counted', () => {
  const { state, effects } = play([scanned('CAM'), scanned('XXX'), scanned('CAM')], opened())
  expect(effects).toEqual(['good', 'bad', 'identify', 'bad'])
  expect(state).toMatchObject({ at: 'stopped', stop: { reason: 'wrongItem', code: 'XXX' }, counts: { shirt: 1 } })
  expect(step(state, { type: 'seen' }).state).toMatchObject({ at: 'items', counts: { shirt: 1 } })
})

test('a unit more than was bought stops it too, scanned or typed', () => {
  const one = play([scanned('BON'), scanned('BON')], opened()).state
  expect(one).toMatchObject({ at: 'stopped', stop: { reason: 'tooMany' }, counts: { cap: 1 } })
  expect(play([{ type: 'counted', key: 'shirt', units: 3 }], opened()).state).toMatchObject({ at: 'stopped' })
})

test.each(['cancelled', 'cancellationAsked', 'shipped', 'unpaid', 'platformShips', 'nothingToPack'] as const)(
  'an order that is %s is not packed, and seen it is put aside',
  (problem) => {
    const state = opened({ problem })
    expect(state).toMatchObject({ at: 'stopped', stop: { reason: problem } })
    expect(step(state, scanned('CAM')).effects).toEqual([{ do: 'sound', sound: 'bad' }])
    expect(step(state, { type: 'seen' }).state).toEqual(firstState)
  },
)

test('a parcel that was packed before is reported, when it is opened and when it is saved', () => {
  expect(opened({ packedAt: '2026-11-21T10:00:00.000Z' })).toMatchObject({ stop: { reason: 'packedBefore' } })
  const twice = play([scanned('3*CAM'), { type: 'seen' }, scanned('2*CAM'), scanned('BON')], opened()).state
  expect(twice.at).toBe('saving')
  expect(step(twice, { type: 'saved', alreadyPacked: true }).state).toMatchObject({ stop: { reason: 'packedBefore' } })
})

test('many equal units are one scan with a number before it, or typed', () => {
  expect(play([scanned('2*cam')], opened()).state).toMatchObject({ at: 'items', counts: { shirt: 2 } })
  const typed = play(
    [
      { type: 'counted', key: 'shirt', units: 2 },
      { type: 'counted', key: 'cap', units: 1 },
    ],
    opened(),
  )
  expect(typed.state.at).toBe('saving')
})

test('a barcode that two products share counts for the one that is missing', () => {
  const shared = { lines: [line('a', 1, ['789']), line('b', 1, ['789'])] }
  const { state } = play([scanned('789'), scanned('789')], opened(shared))
  expect(state.at).toBe('saving')
})

test('the label once more is no wrong product, and scans while something is looked up or saved are not heard', () => {
  expect(play([scanned('BR1'), scanned('2411AA')], opened()).state.at).toBe('items')
  const looking = play([scanned('BR1')]).state
  expect(step(looking, scanned('BR2')).state).toBe(looking)
})

test('a parcel that changed meanwhile keeps what it still holds and asks for the rest', () => {
  const saving = play([scanned('2*CAM'), scanned('BON')], opened()).state
  const now = parcel({ version: 4, lines: [line('shirt', 1, ['CAM']), line('mug', 1, ['CAN'])] })
  const { state } = step(saving, { type: 'refused', parcel: now })
  expect(state).toMatchObject({ at: 'items', counts: { shirt: 1, mug: 0 }, parcel: { version: 4 } })
  const cancelled = step(saving, { type: 'refused', parcel: parcel({ problem: 'cancelled' }) }).state
  expect(cancelled).toMatchObject({ at: 'stopped', stop: { reason: 'cancelled' } })
})

test('a parcel that only got a new version is complete still, and is saved by the next scan of its label', () => {
  const saving = play([scanned('2*CAM'), scanned('BON')], opened()).state
  const again = step(saving, { type: 'refused', parcel: parcel({ version: 9 }) })
  expect(again.state.at === 'items' && isComplete(again.state.parcel, again.state.counts)).toBe(true)
  expect(step(again.state, scanned('BR1')).effects).toContainEqual(
    expect.objectContaining({ do: 'pack', parcel: expect.objectContaining({ version: 9 }) }),
  )
})

test('an unknown label is reported and the next one can be scanned', () => {
  const { state, effects } = play([scanned('nope'), { type: 'unknown' }])
  expect(state).toEqual({ at: 'label', unknown: 'NOPE', packed: null })
  expect(effects).toEqual(['lookUp', 'bad'])
})

test('a code that could not be looked up is no unknown label and no wrong product: it can be scanned again', () => {
  const first = play([scanned('br1'), { type: 'unreached' }])
  expect(first).toEqual({ state: firstState, effects: ['lookUp', 'bad'] })
  const open = opened()
  const second = play([scanned('BR2'), { type: 'unreached' }], open)
  expect(second).toMatchObject({ state: { at: 'items', parcel: { id: 'p' }, last: null }, effects: ['lookUp', 'bad'] })
  expect(play([scanned('cam')], second.state).state).toMatchObject({ counts: { shirt: 1 } })
  expect(play([{ type: 'unreached' }], open)).toEqual({ state: open, effects: [] })
})

test('a wrong product is named at the stop once it is known, and an answer that comes too late changes nothing', () => {
  const stopped = play([scanned('CAM'), scanned('BON'), scanned('XXX')], opened()).state
  const product = { sku: 'XXX', title: 'Caneca', photoFileId: null }
  const named = step(stopped, { type: 'identified', code: 'XXX', product }).state
  expect(named).toMatchObject({ at: 'stopped', stop: { product: { title: 'Caneca' } } })
  expect(step(stopped, { type: 'identified', code: 'YYY', product }).state).toBe(stopped)
})

test('the label of the same parcel ends a stop that goes on, and none that puts the parcel aside', () => {
  const wrong = play([scanned('CAM'), scanned('XXX'), scanned('BR2'), scanned('br1')], opened())
  expect(wrong.state).toMatchObject({ at: 'items', counts: { shirt: 1 } })
  expect(play([scanned('BR1')], opened({ problem: 'cancelled' })).state.at).toBe('stopped')
  expect(play([scanned('BR1')], opened({ packedAt: '2026-11-21T10:00:00.000Z' })).state.at).toBe('stopped')
})

test('while nothing is counted another label opens its parcel, and any other code is a wrong product', () => {
  const looking = play([scanned('BR2')], opened())
  expect(looking.effects).toEqual(['lookUp'])
  const second = parcel({ id: 'q', trackingNumber: 'BR2' })
  expect(step(looking.state, { type: 'found', parcel: second }).state).toMatchObject({
    at: 'items',
    parcel: { id: 'q' },
  })
  const wrong = step(looking.state, { type: 'unknown' })
  expect(wrong.state).toMatchObject({ at: 'stopped', parcel: { id: 'p' }, stop: { reason: 'wrongItem', code: 'BR2' } })
  expect(step(wrong.state, { type: 'seen' }).state).toMatchObject({ at: 'items', parcel: { id: 'p' } })
})

test('a queue takes the next parcel after each that is packed, put off or put aside, and never elsewhere', () => {
  const queue = { inQueue: true }
  const whole = [scanned('2*CAM'), scanned('BON'), { type: 'saved', alreadyPacked: false } as const]
  const next = { type: 'next', parcel: parcel({ id: 'q' }) } as const
  const { state, effects } = play([...whole, next], opened(), queue)
  expect(effects).toEqual(['good', 'good', 'pack', 'done', 'next', 'good'])
  expect(state).toMatchObject({ at: 'items', parcel: { id: 'q' } })
  expect(play([{ type: 'left' }], opened(), queue).effects).toEqual(['next'])
  expect(play([{ type: 'seen' }], opened({ problem: 'cancelled' }), queue).effects).toEqual(['next'])
  expect(play([scanned('CAM'), scanned('XXX'), { type: 'seen' }], opened(), queue).effects).not.toContain('next')
  expect(play(whole, opened()).effects).not.toContain('next')
})

test('after a reload a parcel goes on with what was counted of it, as far as it still holds that, and a whole one is saved', () => {
  const after = (kept: Record<string, number>, type: 'next' | 'found' = 'next') =>
    step(type === 'next' ? firstState : play([scanned('BR1')]).state, { type, parcel: parcel(), kept })
  for (const type of ['next', 'found'] as const) {
    expect(after({ shirt: 1, gone: 4 }, type).state).toMatchObject({ at: 'items', counts: { shirt: 1 } })
    expect(after({ shirt: 9 }, type).state).toMatchObject({ at: 'items', counts: { shirt: 2 } })
  }
  const whole = after({ shirt: 2, cap: 1 })
  expect([whole.state.at, whole.effects.map((effect) => effect.do)]).toEqual(['saving', ['sound', 'pack']])
  expect(step(firstState, { type: 'next', parcel: parcel({ lines: [] }), kept: {} }).state.at).toBe('items')
  const packed = {
    type: 'next',
    parcel: parcel({ packedAt: '2026-11-21T10:00:00.000Z' }),
    kept: { shirt: 2, cap: 1 },
  } as const
  expect(step(firstState, packed).state.at).toBe('stopped')
})

test('a parcel of the queue that comes late does not take the place of one whose label was scanned', () => {
  const looking = play([scanned('BR9')], firstState, { inQueue: true }).state
  expect(step(looking, { type: 'next', parcel: parcel() }).state).toBe(looking)
  const none = step(firstState, { type: 'next', parcel: null }, { inQueue: true })
  expect(none).toEqual({ state: firstState, effects: [] })
})
