'use client'

import { useCallback, useRef, useSyncExternalStore } from 'react'

export type Sound = 'good' | 'bad' | 'done'
type Tone = { hertz: number; afterMs: number; forMs: number; shape: OscillatorType }

/** Sounds that differ without a look and without high or low: one short, three long and rough, two rising. */
const tones: Record<Sound, Tone[]> = {
  good: [{ hertz: 1320, afterMs: 0, forMs: 90, shape: 'sine' }],
  bad: [0, 260, 520].map((afterMs) => ({ hertz: 180, afterMs, forMs: 200, shape: 'square' })),
  done: [
    { hertz: 880, afterMs: 0, forMs: 110, shape: 'sine' },
    { hertz: 1320, afterMs: 130, forMs: 180, shape: 'sine' },
  ],
}
const VOLUME = 0.25
const KEY = 'bench-sound'
const CHANGED = 'bench-sound-changed'

const subscribe = (listener: () => void) => {
  window.addEventListener(CHANGED, listener)
  window.addEventListener('storage', listener)
  return () => {
    window.removeEventListener(CHANGED, listener)
    window.removeEventListener('storage', listener)
  }
}
const isOn = () => {
  try {
    return localStorage.getItem(KEY) === 'on'
  } catch {
    return false
  }
}

/** Whether packing makes a noise, as last set on this device (off until then), and the noise. */
export function useBeep(): { on: boolean; setOn: (on: boolean) => void; beep: (sound: Sound) => void } {
  const context = useRef<AudioContext | null>(null)
  const on = useSyncExternalStore(subscribe, isOn, () => false)
  const setOn = useCallback((next: boolean) => {
    try {
      localStorage.setItem(KEY, next ? 'on' : 'off')
    } catch {
      // A browser that keeps nothing starts without sound again.
    }
    window.dispatchEvent(new Event(CHANGED))
  }, [])
  const beep = useCallback((sound: Sound) => {
    if (!isOn() || typeof AudioContext === 'undefined') return
    const audio = (context.current ??= new AudioContext())
    void audio.resume().then(
      () => tones[sound].forEach((tone) => play(audio, tone)),
      () => undefined,
    )
  }, [])
  return { on, setOn, beep }
}

function play(audio: AudioContext, { hertz, afterMs, forMs, shape }: Tone) {
  const [from, until] = [audio.currentTime + afterMs / 1000, audio.currentTime + (afterMs + forMs) / 1000]
  const [oscillator, gain] = [audio.createOscillator(), audio.createGain()]
  oscillator.type = shape
  oscillator.frequency.value = hertz
  gain.gain.setValueAtTime(VOLUME, from)
  gain.gain.exponentialRampToValueAtTime(0.001, until)
  oscillator.connect(gain).connect(audio.destination)
  oscillator.start(from)
  oscillator.stop(until)
}
