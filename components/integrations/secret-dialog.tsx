'use client'

import { CopyButton } from '@/components/settings/security/copy-button'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field, Input } from '@/components/ui/field'

type Words = Record<'title' | 'text' | 'label' | 'copy' | 'copied' | 'done', string>

/** Shown once: nothing here keeps it. */
export function SecretDialog({ secret, words, onClose }: { secret: string | null; words: Words; onClose: () => void }) {
  return (
    <Dialog
      open={secret !== null}
      onClose={onClose}
      title={words.title}
      description={words.text}
      footer={
        <Button variant="primary" onClick={onClose}>
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
            <CopyButton text={secret} label={words.copy} copied={words.copied} />
          </div>
        </div>
      )}
    </Dialog>
  )
}
