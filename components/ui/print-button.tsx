'use client'

import { PrinterIcon } from '@heroicons/react/24/outline'
import type { ReactNode } from 'react'
import { Button } from './button'

export function PrintButton({ children }: { children: ReactNode }) {
  return (
    <Button onClick={() => window.print()}>
      <PrinterIcon aria-hidden />
      {children}
    </Button>
  )
}
