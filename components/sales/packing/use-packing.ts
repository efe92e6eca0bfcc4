'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLiveMarks } from '@/components/shell/live'
import { newIdempotencyKey, useAction } from '@/components/ui/use-action'
import {
  findParcelAction,
  findScannedProductAction,
  nextParcelAction,
  packPackageAction,
} from '@/lib/sales/packing/actions'
import {
  countOf,
  firstState,
  step,
  type ScanEffect,
  type ScanEvent,
  type ScanState,
} from '@/lib/sales/packing/scan-session'
import type { PackingParcel } from '@/lib/sales/packing/schema'
import { countsKept, keepCounts, keepPacked, packedKept } from './kept-counts'
import { useBeep } from './use-beep'

type PackEffect = Extract<ScanEffect, { do: 'pack' }>
/** The queue of one prepared day (`runId`), or of all that is printed. */
export type Queue = { runId: string | null }

/** One packing place: the session of the scanner with its calls. With a queue it takes the next parcel by itself. */
export function usePacking(queue: Queue | null = null) {
  const router = useRouter()
  const { on, setOn, beep } = useBeep()
  const [state, setState] = useState(firstState)
  const current = useRef(firstState)
  const skipped = useRef<string[]>([])
  const [left, setLeft] = useState<number | null>(null)
  const [packed, setPacked] = useState(0)
  /** The parcel before, until the next one's first scan. */
  const [done, setDone] = useState<PackingParcel | null>(null)
  /** The open parcel goes on with the scans from before a reload. */
  const [isResumed, setResumed] = useState(false)
  const find = useAction(findParcelAction)
  const pack = useAction(packPackageAction)
  const next = useAction(nextParcelAction)
  /** By itself, without a word on the screen. */
  const nextInQuiet = useAction(nextParcelAction)
  const identify = useAction(findScannedProductAction)

  const send = (event: ScanEvent) => {
    const before = current.current
    const after = step(before, event, { inQueue: queue !== null })
    current.current = after.state
    setState(after.state)
    keepCounts(after.state)
    if (after.state !== before)
      setResumed((event.type === 'found' || event.type === 'next') && countedUnits(after.state) > 0)
    if (after.state.at === 'label' && after.state.packed) setDone(after.state.packed)
    else if (event.type === 'scanned' || event.type === 'counted') setDone(null)
    for (const effect of after.effects) follow(effect)
  }
  const follow = (effect: ScanEffect) => {
    switch (effect.do) {
      case 'sound':
        return beep(effect.sound)
      case 'lookUp':
        return void lookUp(effect.code)
      case 'identify':
        return void name(effect.code)
      case 'next':
        return void takeNext()
      case 'pack':
        return void save(effect)
    }
  }
  const lookUp = async (code: string) => {
    const result = await find.run({ code, screenId: queue && screenId() })
    if (!result?.ok) return send({ type: 'unreached' })
    const { parcel } = result.data
    if (parcel) send({ type: 'found', parcel, kept: countsKept(parcel.id) })
    else send({ type: 'unknown' })
  }
  const name = async (code: string) => {
    const result = await identify.run({ code })
    if (result?.ok) send({ type: 'identified', code, product: result.data.product })
  }
  const takeNext = async ({ isQuiet = false } = {}) => {
    if (!queue) return
    const result = await (isQuiet ? nextInQuiet : next).run({
      screenId: screenId(),
      runId: queue.runId,
      skipped: skipped.current,
    })
    if (!result?.ok) return
    setLeft(result.data.left)
    setPacked((before) => Math.max(before, packedKept()))
    const { parcel } = result.data
    send({ type: 'next', parcel, kept: parcel ? countsKept(parcel.id) : {} })
  }
  const save = async ({ parcel, counts }: PackEffect) => {
    const lines = parcel.lines.map(({ key }) => ({ key, units: countOf(counts, key) }))
    const saved = await pack.run({ packageId: parcel.id, version: parcel.version, lines })
    if (saved?.ok) {
      if (!saved.data.alreadyPacked) setPacked((before) => before + 1)
      send({ type: 'saved', alreadyPacked: saved.data.alreadyPacked })
      // The bench shows lists of what is packed beside the station; the queue shows the next parcel only.
      return queue ? undefined : router.refresh()
    }
    const now = await find.run({ code: parcel.number })
    send({ type: 'refused', parcel: now?.ok ? now.data.parcel : null })
  }
  /** The open parcel comes again after all others. */
  const skip = (id: string) => {
    skipped.current = [...skipped.current.filter((one) => one !== id), id].slice(-MOST_SKIPPED)
    send({ type: 'left' })
  }

  const takeFirst = useEffectEvent(() => void takeNext())
  const inQueue = queue !== null
  useEffect(() => {
    if (inQueue) takeFirst()
  }, [inQueue])
  useEffect(() => {
    if (inQueue && packed > 0) keepPacked(packed)
  }, [inQueue, packed])

  // A screen without a parcel takes the next one as soon as a label is printed, and its count is that of all screens.
  const mark = useLiveMarks()?.parcels ?? null
  const lookAgain = useEffectEvent(() => {
    if (inQueue && current.current.at === 'label' && !next.pending && !nextInQuiet.pending)
      void takeNext({ isQuiet: true })
  })
  useEffect(() => {
    if (mark !== null) lookAgain()
  }, [mark])

  const open = state.at === 'items' || state.at === 'saving' ? state : null
  const isBusy = state.at === 'looking' || state.at === 'saving'
  return {
    state,
    open,
    isBusy,
    send,
    skip,
    takeNext,
    left,
    packed,
    done,
    isResumed,
    sound: { on, setOn },
    error: pack.error,
    next,
  }
}

const countedUnits = (state: ScanState) =>
  state.at === 'items' ? Object.values(state.counts).reduce((sum, units) => sum + units, 0) : 0

const MOST_SKIPPED = 500
const KEY = 'packing-screen'
let ownId: string | null = null

/** This tab's own id; a reload keeps it, and with it the parcel that the screen holds. */
function screenId(): string {
  try {
    ownId ??= sessionStorage.getItem(KEY)
  } catch {
    // A browser that keeps nothing has a new one after a reload.
  }
  ownId ??= newIdempotencyKey()
  try {
    sessionStorage.setItem(KEY, ownId)
  } catch {
    // As above.
  }
  return ownId
}
