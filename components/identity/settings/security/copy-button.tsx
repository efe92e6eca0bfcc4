'use client'

import { CheckIcon, ClipboardDocumentIcon } from '@heroicons/react/24/outline'
import { useState } from 'react'
import { Button } from '@/components/ui/button'

type CopyButtonProps = { text: string; label: string; copied: string; onCopied?: () => void }

/** Says that it copied; where the browser has no clipboard (plain http) it does not show, since the text can be selected. */
export function CopyButton({ text, label, copied, onCopied }: CopyButtonProps) {
  const [done, setDone] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text).then(
      () => {
        setDone(true)
        onCopied?.()
      },
      () => setDone(false),
    )
  }
  if (typeof navigator !== 'undefined' && !navigator.clipboard) return null
  return (
    <Button size="sm" onClick={() => void copy()}>
      {done ? <CheckIcon aria-hidden /> : <ClipboardDocumentIcon aria-hidden />}
      <span aria-live="polite">{done ? copied : label}</span>
    </Button>
  )
}
