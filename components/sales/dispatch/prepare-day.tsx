'use client'

import { SparklesIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { PrepareDialog } from './prepare-dialog'

/** `query`: the filter of the list, which bounds what the button goes through. */
export function PrepareDay({ query }: { query: string }) {
  const t = useTranslations('dispatch.prepare')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="primary" className="max-sm:order-first max-sm:flex-1" onClick={() => setOpen(true)}>
        <SparklesIcon aria-hidden />
        {t('button')}
      </Button>
      {open && <PrepareDialog query={query} onClose={() => setOpen(false)} />}
    </>
  )
}
