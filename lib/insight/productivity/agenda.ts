import { addDays, addMonths, isDay, startOfMonth, startOfWeek, type Day, type DayRange } from '@/lib/core/dates'
import { firstOf, type Query } from '@/lib/core/keyset'
import { agendaPath } from './schema'

export const agendaViews = ['month', 'week'] as const
export type AgendaView = (typeof agendaViews)[number]
/** `days`: whole weeks from Monday. `day` is any day within what is shown. */
export type AgendaFrame = { view: AgendaView; day: Day; days: DayRange }

export function readAgendaFrame(query: Query, today: Day): AgendaFrame {
  const view = agendaViews.find((known) => known === firstOf(query.view)) ?? 'month'
  const dayParam = firstOf(query.day)
  const day = isDay(dayParam) ? dayParam : today
  if (view === 'week') return { view, day, days: { from: startOfWeek(day), to: addDays(startOfWeek(day), 6) } }
  const month = startOfMonth(day)
  const last = addDays(addMonths(month, 1), -1)
  return { view, day, days: { from: startOfWeek(month), to: addDays(startOfWeek(last), 6) } }
}

export const agendaHref = (view: AgendaView, day: Day, open: Record<string, string> = {}) =>
  `${agendaPath}?${new URLSearchParams({ view, day, ...open }).toString()}`

export const stepAgenda = (view: AgendaView, day: Day, steps: 1 | -1): Day =>
  view === 'week' ? addDays(day, 7 * steps) : addMonths(startOfMonth(day), steps)

/** On the company's clock: the days from `startsOn` to `endsOn`; with times, from a time of the first to one of the last. */
export type ClockEvent = { id: string; startsOn: Day; endsOn: Day; times: { from: string; to: string } | null }

/** An event that ends at midnight is not of the day that begins then. */
const lastDayOf = ({ startsOn, endsOn, times }: ClockEvent) =>
  times?.to === '00:00' && endsOn > startsOn ? addDays(endsOn, -1) : endsOn

export const isOn = (event: ClockEvent, day: Day) => event.startsOn <= day && lastDayOf(event) >= day

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const DAY_MINUTES = 1440
/** A shorter event is drawn as long as this, so that its title can be read. */
export const SHORTEST_MINUTES = 30

export type Slot<E> = { event: E; fromMinute: number; toMinute: number; lane: number; lanes: number }

/** A day's events with times, those that overlap side by side: each in the first lane that is free. */
export function layOutDay<E extends ClockEvent>(events: readonly E[], day: Day): Slot<E>[] {
  const spans = events
    .filter((event) => event.times && isOn(event, day))
    .map((event) => {
      const fromMinute = event.startsOn < day ? 0 : minutesOf(event.times!.from)
      const toMinute = event.endsOn > day ? DAY_MINUTES : minutesOf(event.times!.to)
      const shownFrom = Math.min(fromMinute, DAY_MINUTES - SHORTEST_MINUTES)
      return { event, fromMinute: shownFrom, toMinute: Math.max(toMinute, shownFrom + SHORTEST_MINUTES) }
    })
    .toSorted((a, b) => a.fromMinute - b.fromMinute || b.toMinute - a.toMinute || a.event.id.localeCompare(b.event.id))
  const slots: Slot<E>[] = []
  let group: Slot<E>[] = []
  let groupEnd = 0
  const close = () => {
    const lanes = Math.max(0, ...group.map(({ lane }) => lane + 1))
    slots.push(...group.map((slot) => ({ ...slot, lanes })))
    group = []
  }
  for (const span of spans) {
    if (span.fromMinute >= groupEnd) close()
    const taken = new Set(group.filter(({ toMinute }) => toMinute > span.fromMinute).map(({ lane }) => lane))
    let lane = 0
    while (taken.has(lane)) lane += 1
    group.push({ ...span, lane, lanes: 0 })
    groupEnd = Math.max(group.length === 1 ? 0 : groupEnd, span.toMinute)
  }
  close()
  return slots
}
