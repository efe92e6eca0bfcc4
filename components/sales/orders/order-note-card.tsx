'use client'

import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useState, type FormEvent } from 'react'
import { WhatChanged } from '@/components/insight/audit-log/what-changed'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { Field, Textarea } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { useUnsavedGuard } from '@/components/ui/use-unsaved-guard'
import { noteOrderAction } from '@/lib/sales/orders/actions'
import { maxNoteChars } from '@/lib/sales/orders/schema'

type OrderNoteCardProps = {
  id: string
  note: string | null
  noteVersion: number
  /** The note on the platform: read here, written there. */
  platformNote: string | null
  canNote: boolean
}

/**
 * The company's own note. On a failure the text stays; when another member wrote meanwhile, theirs is shown beside it.
 */
export function OrderNoteCard({ id, note, noteVersion, platformNote, canNote }: OrderNoteCardProps) {
  const t = useTranslations('orders.note')
  const [isEditing, setEditing] = useState(false)
  if (!note && !platformNote && !canNote) return null
  return (
    <Card>
      <CardHeader
        title={t('title')}
        className="mb-2"
        actions={
          canNote &&
          !isEditing && (
            <Button size="sm" onClick={() => setEditing(true)}>
              {t(note ? 'edit' : 'add')}
            </Button>
          )
        }
      />
      {isEditing ? (
        <NoteForm id={id} note={note ?? ''} noteVersion={noteVersion} onDone={() => setEditing(false)} />
      ) : note ? (
        <p className="whitespace-pre-line wrap-anywhere">{note}</p>
      ) : (
        <p className="text-ink-2">{t('empty')}</p>
      )}
      {platformNote && (
        <>
          <h3 className="mt-4 mb-1 text-[13px] font-medium text-ink-2">{t('platformTitle')}</h3>
          <p className="whitespace-pre-line wrap-anywhere">{platformNote}</p>
        </>
      )}
    </Card>
  )
}

type NoteFormProps = { id: string; note: string; noteVersion: number; onDone: () => void }

function NoteForm({ id, note, noteVersion, onDone }: NoteFormProps) {
  const t = useTranslations('orders.note')
  const common = useTranslations('common')
  const router = useRouter()
  const [seen] = useState({ note, noteVersion })
  const [text, setText] = useState(note)
  const saving = useAction(noteOrderAction, { successMessage: t('saved'), onSuccess: onDone, refresh: true })
  const isStale = noteVersion !== seen.noteVersion
  const mayLeave = useUnsavedGuard(text !== seen.note)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void saving.run({ id, noteVersion, note: text || null }).then((result) => {
      if (result && !result.ok && result.error === 'staleVersion') router.refresh()
    })
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <FormError
        error={saving.error}
        fields={saving.fields}
        labels={{ note: t('label') }}
        changed={<WhatChanged kind="order" id={id} />}
      />
      {isStale && (
        <div className="rounded-control border border-line bg-sunken px-3 py-2 text-[13px]">
          <p className="font-medium">{t('current')}</p>
          <p className="whitespace-pre-line wrap-anywhere">{note}</p>
        </div>
      )}
      <Field label={t('label')} hint={t('hint', { limit: maxNoteChars })} error={saving.fields.note} hideLabel>
        <Textarea
          name="note"
          rows={5}
          autoFocus
          value={text}
          onChange={({ target }) => setText(target.value)}
          className="field-sizing-content max-h-96"
        />
      </Field>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={() => mayLeave() && onDone()}>{common('cancel')}</Button>
        <Button type="submit" variant="primary" pending={saving.pending}>
          {t(isStale ? 'overwrite' : 'save')}
        </Button>
      </div>
    </form>
  )
}
