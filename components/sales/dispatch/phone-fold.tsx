'use client'

import { ChevronDownIcon } from '@heroicons/react/24/outline'
import { useId, useState, type ReactNode } from 'react'
import { Button } from '@/components/ui/button'

type PhoneFoldProps = { label: string; startsOpen?: boolean; children: ReactNode }

/** On a phone what stands above the list is folded to one line; elsewhere it is simply there. */
export function PhoneFold({ label, startsOpen = false, children }: PhoneFoldProps) {
  const id = useId()
  const [open, setOpen] = useState(startsOpen)
  return (
    <>
      <Button
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="w-full justify-between md:hidden!"
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
