import { act, renderHook } from '@testing-library/react'
import { useBeep, type Sound } from './use-beep'

type Note = { shape: string; hertz: number; startsAt: number }
const played: Note[] = []

class TestAudio {
  currentTime = 0
  destination = {}
  resume = async () => undefined
  createGain = () => ({
    gain: { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined },
    connect: () => undefined,
  })
  createOscillator = () => {
    const oscillator = {
      type: '',
      frequency: { value: 0 },
      connect: <T,>(next: T) => next,
      start: (startsAt: number) =>
        void played.push({ shape: oscillator.type, hertz: oscillator.frequency.value, startsAt }),
      stop: () => undefined,
    }
    return oscillator
  }
}

beforeEach(() => {
  played.length = 0
  localStorage.clear()
  Object.assign(globalThis, { AudioContext: TestAudio })
})

async function play(sound: Sound, beep: (sound: Sound) => void) {
  played.length = 0
  await act(async () => beep(sound))
  return played.map(({ shape, hertz, startsAt }) => `${shape} ${hertz} Hz at ${startsAt} s`)
}

test('right, wrong and done sound apart in number, shape and height', async () => {
  const { result } = renderHook(() => useBeep())
  act(() => result.current.setOn(true))
  expect(await play('good', result.current.beep)).toEqual(['sine 1320 Hz at 0 s'])
  expect(await play('bad', result.current.beep)).toEqual([
    'square 180 Hz at 0 s',
    'square 180 Hz at 0.26 s',
    'square 180 Hz at 0.52 s',
  ])
  expect(await play('done', result.current.beep)).toEqual(['sine 880 Hz at 0 s', 'sine 1320 Hz at 0.13 s'])
})

test('it makes no noise until somebody turns the sound on', async () => {
  const { result } = renderHook(() => useBeep())
  expect(result.current.on).toBe(false)
  expect(await play('bad', result.current.beep)).toEqual([])
})

test('muted, it makes no noise, on every screen of this device and after coming back', async () => {
  const beep = renderHook(() => useBeep())
  const returns = renderHook(() => useBeep())
  act(() => beep.result.current.setOn(true))
  act(() => beep.result.current.setOn(false))
  expect([beep.result.current.on, returns.result.current.on]).toEqual([false, false])
  expect(await play('bad', beep.result.current.beep)).toEqual([])
  expect(await play('good', returns.result.current.beep)).toEqual([])
  beep.unmount()
  const again = renderHook(() => useBeep())
  expect(again.result.current.on).toBe(false)
  act(() => again.result.current.setOn(true))
  expect(await play('good', again.result.current.beep)).toHaveLength(1)
})
