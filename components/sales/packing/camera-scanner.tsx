'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button, Spinner } from '@/components/ui/button'

type Trouble = 'denied' | 'missing' | 'insecure' | 'failed'
type CameraScannerProps = { onScan: (text: string) => void; onClose: () => void }

/** The same code in view is one scan until it was away for a moment. */
const SAME_FOR_MS = 2500

export function CameraScanner({ onScan, onClose }: CameraScannerProps) {
  const t = useTranslations('bench.camera')
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<'starting' | 'on' | Trouble>('starting')
  const last = useRef({ text: '', atMs: 0 })
  const read = useEffectEvent((text: string) => {
    const nowMs = Date.now()
    const isSame = last.current.text === text && nowMs - last.current.atMs < SAME_FOR_MS
    last.current = { text, atMs: nowMs }
    if (!isSame) onScan(text)
  })
  useEffect(() => {
    let isOver = false
    let stop = () => {}
    const open = () =>
      void openCamera(video.current!, read).then(
        (end) => {
          if (isOver) return end()
          stop = end
          setState('on')
        },
        (error: unknown) => isOver || setState(troubleOf(error)),
      )
    // Strict mode starts each effect twice: two readers on one element, and the first to stop would darken it for both.
    const opening = setTimeout(open)
    return () => {
      clearTimeout(opening)
      isOver = true
      stop()
    }
  }, [])
  const hasTrouble = state !== 'starting' && state !== 'on'
  return (
    <div className="grid gap-2">
      <div className="relative overflow-hidden rounded-card border border-line bg-sunken" hidden={hasTrouble}>
        <video
          ref={video}
          muted
          playsInline
          aria-label={t('view')}
          className="aspect-video max-h-80 w-full object-cover"
        />
        {state === 'starting' && (
          <span role="status" className="absolute inset-0 grid place-items-center text-ink-2">
            <span className="flex items-center gap-2">
              <Spinner />
              {t('starting')}
            </span>
          </span>
        )}
      </div>
      {hasTrouble && (
        <p role="alert" className="rounded-control bg-warn-soft px-3 py-2 text-warn">
          {t(state)}
        </p>
      )}
      <Button className="justify-self-start" onClick={onClose}>
        {t('close')}
      </Button>
    </div>
  )
}

async function openCamera(element: HTMLVideoElement, onText: (text: string) => void): Promise<() => void> {
  if (!('mediaDevices' in navigator)) throw new DOMException('', 'SecurityError')
  const { BrowserMultiFormatReader } = await import('@zxing/browser')
  const reader = new BrowserMultiFormatReader()
  const video = { facingMode: { ideal: 'environment' }, width: { ideal: 1280 } }
  const controls = await reader.decodeFromConstraints({ video, audio: false }, element, (result) => {
    if (result) onText(result.getText())
  })
  return () => controls.stop()
}

function troubleOf(error: unknown): Trouble {
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError') return 'denied'
  if (name === 'SecurityError') return 'insecure'
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'missing' : 'failed'
}
