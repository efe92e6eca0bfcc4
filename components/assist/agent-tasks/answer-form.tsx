'use client'

import { useTranslations } from 'next-intl'
import { useState, type FormEvent } from 'react'
import { Button } from '@/components/ui/button'
import { Field, Textarea } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { answerQuestionAction } from '@/lib/assist/agent-tasks/actions'

export function AnswerForm({ id, eventId }: { id: string; eventId: string }) {
  const t = useTranslations('agentTasks.timeline')
  const [text, setText] = useState('')
  const answering = useAction(answerQuestionAction, { successMessage: t('sent'), refresh: true })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void answering.run({ id, eventId, text })
  }
  return (
    <form noValidate onSubmit={submit} className="mt-2 flex flex-col items-start gap-2">
      <FormError error={answering.error} fields={answering.fields} labels={{ text: t('answerLabel') }} />
      <Field label={t('answerLabel')} className="w-full" error={answering.fields.text}>
        <Textarea name="text" rows={2} value={text} onChange={({ target }) => setText(target.value)} />
      </Field>
      <Button type="submit" variant="primary" pending={answering.pending}>
        {t('send')}
      </Button>
    </form>
  )
}
