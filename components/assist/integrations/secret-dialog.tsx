'use client'

import { useState } from 'react'
import { CopyButton } from '@/components/identity/settings/security/copy-button'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field, Input } from '@/components/ui/field'
import { useUnsavedGuard } from '@/components/ui/use-unsaved-guard'

type Words = Record<'title' | 'text' | 'label' | 'copy' | 'copied' | 'done' | 'keepFirst', string>

/** Shown once, nothing here keeps it: it closes only for who says that they have it. */
export function SecretDialog({ secret, words, onClose }: { secret: string | null; words: Words; onClose: () => void }) {
  const [isRequested, setRequested] = useState(false)
  useUnsavedGuard(secret !== null)
  const done = () => {
    setRequested(false)
    onClose()
  }
  return (
    <Dialog
      open={secret !== null}
      onClose={() => setRequested(true)}
      title={words.title}
      description={words.text}
      footer={
        <Button variant="primary" onClick={done}>
          {words.done}
        </Button>
      }
    >
      {secret && (
        <div className="flex flex-col gap-3">
          <Field label={words.label}>
            <Input
              readOnly
              value={secret}
              onFocus={({ target }) => target.select()}
              className="font-mono text-[13px]"
              autoComplete="off"
            />
          </Field>
          <div>
            <CopyButton text={secret} label={words.copy} copied={words.copied} onCopied={() => setRequested(false)} />
          </div>
          <p role="alert" className="text-[13px] text-bad empty:hidden">
            {isRequested && words.keepFirst}
          </p>
        </div>
      )}
    </Dialog>
  )
}
