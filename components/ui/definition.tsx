'use client'

import type { ReactNode } from 'react'
import { Popover } from './popover'

/** A question mark that opens the explanation where it is asked for. */
export function Definition({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Popover
      label={label}
      className="relative z-1"
      panelClassName="w-72 text-[13px] text-ink-2"
      buttonClassName="relative grid size-[18px] place-items-center rounded-full border border-line text-ink-3 after:absolute after:-inset-1 hover:border-edge hover:text-ink pointer-coarse:after:-inset-3"
      button={
        <svg aria-hidden viewBox="0 0 10 12" className="h-2.5" fill="none" stroke="currentColor" strokeWidth="1.6">
          <path d="M2.2 3.6C2.4 2 3.6 1.2 5 1.2s2.7.9 2.7 2.4C7.7 5.6 5 5.6 5 7.7" strokeLinecap="round" />
          <circle cx="5" cy="10.6" r=".5" fill="currentColor" />
        </svg>
      }
    >
      {() => children}
    </Popover>
  )
}
