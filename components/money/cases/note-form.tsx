'use client'

import { useTranslations } from 'next-intl'
import { useState, type FormEvent } from 'react'
import { Button } from '@/components/ui/button'
import { Field, Textarea } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { noteCaseAction } from '@/lib/money/cases/actions'

export function NoteForm({ id }: { id: string }) {
  const t = useTranslations('cases')
  const [text, setText] = useState('')
  const noting = useAction(noteCaseAction, { successMessage: t('timeline.added'), refresh: true })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void noting.run({ id, text })
  }
  return (
    <form noValidate onSubmit={submit} className="mb-4 flex flex-col items-end gap-2">
      <FormError error={noting.error} fields={noting.fields} labels={{ text: t('timeline.note') }} />
      <Field label={t('timeline.label')} className="w-full" error={noting.fields.text}>
        <Textarea name="text" rows={2} value={text} onChange={({ target }) => setText(target.value)} />
      </Field>
      <Button type="submit" size="sm" pending={noting.pending}>
        {t('timeline.add')}
      </Button>
    </form>
  )
}
