'use client'

import { ChevronDownIcon } from '@heroicons/react/20/solid'
import { useId, useState, type ReactNode } from 'react'
import { Button } from '@/components/ui/button'

type UrgentFoldProps = { line: ReactNode; action: ReactNode; label: string; children: ReactNode }

/** One line with its action; the rest of it below, once it is asked for. */
export function UrgentFold({ line, action, label, children }: UrgentFoldProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="flex min-w-0 flex-1 basis-72 items-center gap-2">{line}</div>
        <div className="flex flex-wrap items-center gap-2">
          {action}
          <Button size="sm" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
            {label}
            <ChevronDownIcon aria-hidden className={open ? 'rotate-180' : undefined} />
          </Button>
        </div>
      </div>
      <div id={id} hidden={!open}>
        {children}
      </div>
    </>
  )
}
