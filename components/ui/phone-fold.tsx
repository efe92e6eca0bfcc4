'use client'

import { ChevronDownIcon } from '@heroicons/react/20/solid'
import { useId, useState, type ReactNode } from 'react'
import { Button } from './button'

/** On a phone one line until it is opened, so that the list below begins in the first screen; elsewhere it is simply there. */
export function PhoneFold({ label, children }: { label: ReactNode; children: ReactNode }) {
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="ghost"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="w-full justify-start! text-left whitespace-normal! md:hidden!"
      >
        {label}
        <ChevronDownIcon aria-hidden className={open ? 'rotate-180' : undefined} />
      </Button>
      <div id={id} className={open ? 'max-md:mt-2' : 'max-md:hidden'}>
        {children}
      </div>
    </>
  )
}
