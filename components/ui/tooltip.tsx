'use client'

import { useCallback, useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { classNames } from './class-names'
import { clientSettings } from './client-settings'

const { delayMs, skipDelayMs } = clientSettings.tooltip
const leaveMs = 100
let lastClosedAt = -Infinity
const openNow = new Set<string>()
const isWarm = () => openNow.size > 0 || Date.now() - lastClosedAt < skipDelayMs

type TooltipProps = {
  text: ReactNode
  children: ReactNode
  className?: string
  /** False where the text only repeats the control's own name. */
  describes?: boolean
  /** Keeps the tree, and so the focus, while there is nothing to tell. */
  disabled?: boolean
  side?: 'top' | 'right'
}

/**
 * Around one control. After 700 ms of hovering, at once by keyboard focus or within 300 ms of another tooltip.
 * It can be hovered itself and Escape closes it (WCAG 1.4.13).
 */
export function Tooltip({ text, children, className, describes = true, disabled = false, side = 'top' }: TooltipProps) {
  const id = useId()
  const anchor = useRef<HTMLSpanElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const [open, setOpen] = useState(false)

  const close = useCallback(() => {
    clearTimeout(timer.current)
    if (openNow.delete(id)) lastClosedAt = Date.now()
    setOpen(false)
  }, [id])
  const show = () => {
    openNow.add(id)
    setOpen(true)
  }
  const openAfter = (ms: number) => {
    clearTimeout(timer.current)
    if (disabled) return
    if (ms === 0) show()
    else timer.current = setTimeout(show, ms)
  }
  const closeSoon = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(close, leaveMs)
  }

  useEffect(() => close, [close])
  useEffect(() => {
    const control = anchor.current?.firstElementChild
    if (!open || !describes || !control) return
    control.setAttribute('aria-describedby', id)
    return () => control.removeAttribute('aria-describedby')
  }, [open, describes, id])
  useEffect(() => {
    if (!open) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [open, close])

  return (
    <span
      ref={anchor}
      className={classNames('inline-flex', className)}
      onPointerEnter={(event) => {
        if (event.pointerType === 'touch') return
        openAfter(isWarm() ? 0 : delayMs)
      }}
      onPointerLeave={closeSoon}
      onPointerDown={close}
      onFocus={(event) => {
        if (event.target.matches(':focus-visible')) openAfter(0)
      }}
      onBlur={close}
    >
      {children}
      {open && (
        <Bubble
          id={id}
          anchor={anchor}
          side={side}
          onPointerEnter={() => clearTimeout(timer.current)}
          onPointerLeave={closeSoon}
        >
          {text}
        </Bubble>
      )}
    </span>
  )
}

type BubbleProps = {
  id: string
  anchor: React.RefObject<HTMLElement | null>
  side: 'top' | 'right'
  children: ReactNode
  onPointerEnter: () => void
  onPointerLeave: () => void
}

const gapPx = 6

function Bubble({ id, anchor, side, children, ...pointer }: BubbleProps) {
  const bubble = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<{ left: number; top: number }>()

  useLayoutEffect(() => {
    if (!anchor.current || !bubble.current) return
    const around = (anchor.current.firstElementChild ?? anchor.current).getBoundingClientRect()
    const own = bubble.current.getBoundingClientRect()
    if (side === 'right') {
      return setPlace({ left: around.right + gapPx, top: around.top + around.height / 2 - own.height / 2 })
    }
    const left = around.left + around.width / 2 - own.width / 2
    const above = around.top - own.height - gapPx
    setPlace({
      left: Math.max(8, Math.min(left, document.documentElement.clientWidth - own.width - 8)),
      top: above >= 8 ? above : around.bottom + gapPx,
    })
  }, [anchor, side])

  return createPortal(
    <div
      {...pointer}
      ref={bubble}
      id={id}
      role="tooltip"
      style={place ?? { left: 0, top: 0, visibility: 'hidden' }}
      className="fixed z-70 w-max max-w-72 rounded-md bg-bar px-2.5 py-1.5 text-xs font-normal text-on-bar shadow-floating"
    >
      {children}
    </div>,
    document.body,
  )
}
