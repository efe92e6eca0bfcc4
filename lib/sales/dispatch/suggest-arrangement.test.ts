import type { ChoiceGroup, PickupSlot } from '@/lib/connect/sync/dispatch/shipping-choices'
import { isTooLate, suggested, suggestedMethod } from './suggest-arrangement'

const slot = (id: string, day: string | null, isRecommended = false): PickupSlot => ({
  id,
  day,
  isRecommended,
  label: null,
  date: null,
})
const group = (slots: PickupSlot[], more: Partial<ChoiceGroup> = {}): ChoiceGroup => ({
  shopId: 's',
  shopName: 'Loja',
  channelId: null,
  carrier: null,
  retry: false,
  count: 1,
  problem: null,
  problemText: null,
  branches: [],
  methods: ['pickup', 'dropoff'],
  shipByDay: '2026-11-28',
  addresses: [{ id: 'a', text: 'Rua', isDefault: true, slots }],
  ...more,
})

test('where every pickup comes after the ship-by day, handing over is proposed', () => {
  expect(suggestedMethod(group([slot('1', '2026-11-30'), slot('2', '2026-12-01')]))).toBe('dropoff')
  expect(suggestedMethod(group([slot('1', '2026-11-30')], { methods: ['pickup'] }))).toBe('pickup')
})

test('a pickup in time is proposed, and before a recommended one that is late', () => {
  const both = group([slot('late', '2026-11-30', true), slot('in time', '2026-11-28')])
  expect(suggestedMethod(both)).toBe('pickup')
  expect(suggested(both, 'pickup').pickupTimeId).toBe('in time')
})

test('without a deadline or without a day nothing is late', () => {
  expect(isTooLate({ shipByDay: null }, slot('1', '2026-12-30'))).toBe(false)
  expect(isTooLate({ shipByDay: '2026-11-28' }, slot('1', null))).toBe(false)
  expect(suggestedMethod(group([slot('1', null)]))).toBe('pickup')
  expect(suggestedMethod(group([]))).toBe('pickup')
})

test('an address where a pickup comes in time goes before the default one where it comes late', () => {
  const at = (id: string, isDefault: boolean, slots: PickupSlot[]) => ({ id, text: 'Rua', isDefault, slots })
  const chosen = (...addresses: ReturnType<typeof at>[]) => {
    const { addressId, pickupTimeId } = suggested(group([], { addresses }), 'pickup')
    return [addressId, pickupTimeId]
  }
  const [late, inTime] = [slot('late', '2026-11-30', true), slot('in time', '2026-11-27')]
  const other = at('other', false, [late, inTime])
  expect(chosen(at('third', false, [late]), other, at('usual', true, [late]))).toEqual(['other', 'in time'])
  expect(chosen(other, at('usual', true, []))).toEqual(['other', 'in time'])
  expect(chosen(other, at('usual', true, [late, inTime]))).toEqual(['usual', 'in time'])
  expect(chosen(at('other', false, [late]), at('usual', true, [late]))).toEqual(['usual', 'late'])
})
