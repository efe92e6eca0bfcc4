'use client'

import { ChevronDownIcon } from '@heroicons/react/24/outline'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { buttonClass } from './button'
import { classNames } from './class-names'

type PopoverProps = {
  button: ReactNode
  /** Names the button and what it opens. */
  label: string
  buttonClassName: string
  panelClassName?: string
  className?: string
  align?: 'start' | 'end'
  disabled?: boolean
  children: (close: () => void) => ReactNode
}

const gapPx = 6
const marginPx = 8

/**
 * The browser's own popover: top layer, Escape and a click elsewhere close it, focus returns. It stays inside its
 * dialog, which Headless UI's does not, and needs no hidden focus traps, which axe objects to.
 */
export function Popover(props: PopoverProps) {
  const { button, label, buttonClassName, panelClassName, className, align = 'start', disabled, children } = props
  const id = useId()
  const anchor = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const close = () => document.getElementById(id)?.hidePopover()

  useEffect(() => {
    const [box, from] = [panel.current, anchor.current]
    if (!open || !box || !from) return
    const place = () => placeBeside(box, from, align)
    place()
    const observer = new ResizeObserver(place)
    observer.observe(box)
    window.addEventListener('scroll', place, { capture: true, passive: true })
    window.addEventListener('resize', place)
    return () => {
      observer.disconnect()
      window.removeEventListener('scroll', place, { capture: true })
      window.removeEventListener('resize', place)
    }
  }, [open, align])

  return (
    <span className={classNames('inline-flex', className)}>
      <button
        ref={anchor}
        type="button"
        popoverTarget={id}
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        disabled={disabled}
        className={buttonClassName}
      >
        {button}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        onToggle={(event) => setOpen(event.newState === 'open')}
        className={classNames(
          'fixed inset-auto m-0 max-w-[calc(100vw-16px)] rounded-control border border-line bg-raised p-3 font-normal text-ink shadow-floating',
          panelClassName,
        )}
      >
        {open && children(close)}
      </div>
    </span>
  )
}

type FilterPopoverProps = Pick<PopoverProps, 'align' | 'children'> & {
  /** The name of the filter; left out where the text says it. */
  label?: string
  text: string
  on: boolean
}

/** A filter that opens below its button, which says what is chosen. */
export function FilterPopover({ label, text, on, ...rest }: FilterPopoverProps) {
  return (
    <Popover
      label={label ? `${label}: ${text}` : text}
      buttonClassName={classNames(buttonClass({}), on && 'bg-accent-soft! text-accent-text!')}
      button={
        <>
          <span className="max-w-56 truncate tabular-nums">{text}</span>
          <ChevronDownIcon aria-hidden className="size-3.5! stroke-2" />
        </>
      }
      {...rest}
    />
  )
}

function placeBeside(box: HTMLElement, from: HTMLElement, align: 'start' | 'end') {
  const around = from.getBoundingClientRect()
  const own = box.getBoundingClientRect()
  const { clientWidth, clientHeight } = document.documentElement
  const left = align === 'start' ? around.left : around.right - own.width
  const below = around.bottom + gapPx
  const above = around.top - gapPx - own.height
  const top = below + own.height > clientHeight - marginPx && above >= marginPx ? above : below
  box.style.left = `${Math.max(marginPx, Math.min(left, clientWidth - own.width - marginPx))}px`
  box.style.top = `${Math.max(marginPx, Math.min(top, clientHeight - own.height - marginPx))}px`
}
