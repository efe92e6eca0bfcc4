import { cleanCode, type PackingParcel, type ParcelLine, type ParcelProblem, type ScannedProduct } from './schema'

/** Why the bench stopped: nothing goes on before somebody has said that they saw it. */
export type Stop =
  | { reason: 'wrongItem'; code: string; product: ScannedProduct | null }
  | { reason: 'tooMany'; line: ParcelLine }
  | { reason: ParcelProblem }
  | { reason: 'packedBefore' }

export type Counts = Readonly<Record<string, number>>

export type ScanState =
  | { at: 'label'; unknown: string | null; packed: PackingParcel | null }
  /** `from`: the open parcel, of which nothing was counted yet, where the code is no product of it. */
  | { at: 'looking'; code: string; from: PackingParcel | null }
  | { at: 'items'; parcel: PackingParcel; counts: Counts; last: string | null }
  | { at: 'saving'; parcel: PackingParcel; counts: Counts }
  | { at: 'stopped'; parcel: PackingParcel; counts: Counts; stop: Stop }

export type ScanEvent =
  | { type: 'scanned'; text: string }
  /** `kept`: what this screen had counted of it before a reload. */
  | { type: 'found'; parcel: PackingParcel; kept?: Counts }
  | { type: 'unknown' }
  /** The code could not be looked up now. */
  | { type: 'unreached' }
  /** The queue's next parcel; null where none is left for this screen. */
  | { type: 'next'; parcel: PackingParcel | null; kept?: Counts }
  /** The product of the wrong code, which the stop names. */
  | { type: 'identified'; code: string; product: ScannedProduct | null }
  | { type: 'counted'; key: string; units: number }
  | { type: 'seen' }
  | { type: 'saved'; alreadyPacked: boolean }
  /** Not saved: what the parcel is now, where it changed meanwhile. */
  | { type: 'refused'; parcel: PackingParcel | null }
  | { type: 'left' }

export type ScanEffect =
  | { do: 'lookUp'; code: string }
  | { do: 'next' }
  | { do: 'identify'; code: string }
  | { do: 'pack'; parcel: PackingParcel; counts: Counts }
  | { do: 'sound'; sound: 'good' | 'bad' | 'done' }

export type ScanStep = { state: ScanState; effects: ScanEffect[] }

export const firstState: ScanState = { at: 'label', unknown: null, packed: null }

const sound = (name: 'good' | 'bad' | 'done'): ScanEffect => ({ do: 'sound', sound: name })
const stay = (state: ScanState, ...effects: ScanEffect[]): ScanStep => ({ state, effects })

/** "3*SKU": three at once. */
const SEVERAL = /^(\d{1,4})\*(.+)$/

export const countOf = (counts: Counts, key: string): number => counts[key] ?? 0
export const isComplete = ({ lines }: PackingParcel, counts: Counts): boolean =>
  lines.every(({ key, units }) => countOf(counts, key) === units)

export const namesParcel = (parcel: PackingParcel, code: string): boolean =>
  [parcel.trackingNumber, parcel.number, parcel.orderCode].some((own) => own?.toUpperCase() === code)

/**
 * The next step of packing. Nothing here waits, sends or makes a noise: the effects request it. In a queue the next
 * parcel is requested as soon as the screen has none.
 */
export function step(state: ScanState, event: ScanEvent, { inQueue = false } = {}): ScanStep {
  const next = stepAlone(state, event)
  const isFree = next.state.at === 'label' && state.at !== 'label'
  return inQueue && isFree ? stay(next.state, ...next.effects, { do: 'next' }) : next
}

function stepAlone(state: ScanState, event: ScanEvent): ScanStep {
  switch (event.type) {
    case 'scanned':
      return scan(state, cleanCode(event.text))
    case 'found':
      return state.at === 'looking' ? open(event.parcel, heldOf(event.parcel, event.kept)) : stay(state)
    case 'unknown':
      return unknown(state)
    case 'unreached':
      return unreached(state)
    case 'next':
      return state.at === 'label' && event.parcel ? open(event.parcel, heldOf(event.parcel, event.kept)) : stay(state)
    case 'identified':
      return identify(state, event)
    case 'counted':
      return state.at === 'items' ? count(state, event.key, event.units) : stay(state)
    case 'seen':
      return acknowledge(state)
    case 'saved':
      return finish(state, event.alreadyPacked)
    case 'refused':
      return refuse(state, event.parcel)
    case 'left':
      return state.at === 'saving' ? stay(state) : stay(firstState)
  }
}

function scan(state: ScanState, text: string): ScanStep {
  if (text === '') return stay(state)
  switch (state.at) {
    case 'label':
      return stay({ at: 'looking', code: text, from: null }, { do: 'lookUp', code: text })
    case 'looking':
    case 'saving':
      return stay(state)
    case 'stopped':
      // The packer has this parcel's label in hand: the scanner alone goes on.
      return goesOn(state.stop) && namesParcel(state.parcel, text) ? acknowledge(state) : stay(state, sound('bad'))
    case 'items':
      return scanItem(state, text)
  }
}

type AtItems = Extract<ScanState, { at: 'items' }>

function scanItem(state: AtItems, text: string): ScanStep {
  const { parcel, counts } = state
  const [, times, code] = SEVERAL.exec(text) ?? [null, '1', text]
  const lines = parcel.lines.filter(({ codes }) => codes.includes(code!))
  // Two products may bear one barcode: the one that is still missing is meant.
  const line = lines.find(({ key, units }) => countOf(counts, key) < units) ?? lines[0]
  if (line) return count(state, line.key, countOf(counts, line.key) + Number(times))
  // The label again, by a hand that was not sure.
  if (namesParcel(parcel, code!)) return isComplete(parcel, counts) ? save(parcel, counts) : stay(state, sound('good'))
  // Nothing is in the box yet: it may be the label of another parcel, which then comes first.
  if (parcel.lines.every(({ key }) => countOf(counts, key) === 0))
    return stay({ at: 'looking', code: text, from: parcel }, { do: 'lookUp', code: text })
  return haltWrong(parcel, counts, code!)
}

/** No label: of the open parcel, then, a wrong product. */
function unknown(state: ScanState): ScanStep {
  if (state.at !== 'looking') return stay(state)
  if (state.from) return haltWrong(state.from, {}, state.code)
  return stay({ at: 'label', unknown: state.code, packed: null }, sound('bad'))
}

/** Nothing is known of the code: it is neither a wrong product nor an unknown label, and may be scanned again. */
function unreached(state: ScanState): ScanStep {
  if (state.at !== 'looking') return stay(state)
  const { from } = state
  return stay(from ? { at: 'items', parcel: from, counts: {}, last: null } : firstState, sound('bad'))
}

const haltWrong = (parcel: PackingParcel, counts: Counts, code: string): ScanStep =>
  stay({ at: 'stopped', parcel, counts, stop: { reason: 'wrongItem', code, product: null } }, sound('bad'), {
    do: 'identify',
    code,
  })

function identify(state: ScanState, { code, product }: Extract<ScanEvent, { type: 'identified' }>): ScanStep {
  if (state.at !== 'stopped' || state.stop.reason !== 'wrongItem' || state.stop.code !== code) return stay(state)
  return stay({ ...state, stop: { ...state.stop, product } })
}

function count(state: AtItems, key: string, units: number): ScanStep {
  const { parcel, counts } = state
  const line = parcel.lines.find((one) => one.key === key)
  if (!line) return stay(state)
  if (units > line.units) return halt(state, { reason: 'tooMany', line })
  const next = { ...counts, [key]: Math.max(0, units) }
  if (isComplete(parcel, next)) return save(parcel, next)
  return stay({ at: 'items', parcel, counts: next, last: key }, sound('good'))
}

const save = (parcel: PackingParcel, counts: Counts): ScanStep =>
  stay({ at: 'saving', parcel, counts }, sound('good'), { do: 'pack', parcel, counts })

const halt = ({ parcel, counts }: AtItems, stop: Stop): ScanStep =>
  stay({ at: 'stopped', parcel, counts, stop }, sound('bad'))

function open(parcel: PackingParcel, counts: Counts = {}): ScanStep {
  if (parcel.problem) return stay({ at: 'stopped', parcel, counts, stop: { reason: parcel.problem } }, sound('bad'))
  if (parcel.packedAt) return stay({ at: 'stopped', parcel, counts, stop: { reason: 'packedBefore' } }, sound('bad'))
  // All of it was counted, and the screen was reloaded before it was saved.
  if (parcel.lines.length > 0 && isComplete(parcel, counts)) return save(parcel, counts)
  return stay({ at: 'items', parcel, counts, last: null }, sound('good'))
}

/** Counted units, as far as the parcel still holds them. */
const heldOf = ({ lines }: PackingParcel, counts: Counts = {}): Counts =>
  Object.fromEntries(lines.map(({ key, units }) => [key, Math.min(units, countOf(counts, key))]))

/** The wrong unit is put back, and the same parcel goes on. */
export const goesOn = ({ reason }: Stop): boolean => reason === 'wrongItem' || reason === 'tooMany'

/** A wrong item is put back and the packing goes on; what is not to be packed at all is put aside. */
function acknowledge(state: ScanState): ScanStep {
  if (state.at !== 'stopped') return stay(state)
  const { parcel, counts, stop } = state
  if (goesOn(stop)) return stay({ at: 'items', parcel, counts, last: null })
  return stay(firstState)
}

function finish(state: ScanState, alreadyPacked: boolean): ScanStep {
  if (state.at !== 'saving') return stay(state)
  const { parcel, counts } = state
  if (alreadyPacked) return stay({ at: 'stopped', parcel, counts, stop: { reason: 'packedBefore' } }, sound('bad'))
  return stay({ at: 'label', unknown: null, packed: parcel }, sound('done'))
}

function refuse(state: ScanState, now: PackingParcel | null): ScanStep {
  if (state.at !== 'saving') return stay(state)
  const parcel = now ?? state.parcel
  const counts = heldOf(parcel, state.counts)
  if (parcel.problem || parcel.packedAt) return open(parcel, counts)
  return stay({ at: 'items', parcel, counts, last: null }, sound('bad'))
}
