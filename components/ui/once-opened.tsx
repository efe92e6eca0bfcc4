'use client'

import { useState, type ReactNode } from 'react'

/** A dialog from its first opening on: in a list the closed ones of each row cost more than the rows. */
export function OnceOpened({ open, children }: { open: boolean; children: ReactNode }) {
  const [wasOpened, setOpened] = useState(open)
  if (open && !wasOpened) setOpened(true)
  return open || wasOpened ? children : null
}
