'use client'

import { useTranslations } from 'next-intl'
import { useId, useState, type FormEvent } from 'react'
import toast from 'react-hot-toast'
import { Button } from '@/components/ui/button'
import { ConfirmDialog, Dialog } from '@/components/ui/dialog'
import { Field, Input } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { removeKeyAction, setKeyAction } from '@/lib/organization-keys/actions'
import type { KeyProviderName, KeyState } from '@/lib/organization-keys/schema'

type KeyProps = { provider: KeyProviderName; name: string }

export function KeyControls({ provider, name, isSet }: KeyProps & { isSet: boolean }) {
  const t = useTranslations('apis.keys')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" aria-haspopup="dialog" variant={isSet ? 'secondary' : 'primary'} onClick={() => setOpen(true)}>
        {t(isSet ? 'replace' : 'set')}
      </Button>
      {isSet && <RemoveKey provider={provider} name={name} />}
      {open && <KeyDialog provider={provider} name={name} onClose={() => setOpen(false)} />}
    </>
  )
}

function KeyDialog({ provider, name, onClose }: KeyProps & { onClose: () => void }) {
  const t = useTranslations('apis.keys')
  const tests = useTranslations('apis.test')
  const common = useTranslations('common')
  const id = useId()
  const [key, setKey] = useState('')
  const [refused, setRefused] = useState<KeyState | null>(null)
  const setting = useAction(setKeyAction, {
    refresh: true,
    onSuccess: ({ saved, state }) => {
      if (!saved) return setRefused(state)
      toast.success(t('saved', { name }))
      onClose()
    },
  })
  const submit = (event: FormEvent, keepAnyway = false) => {
    event.preventDefault()
    setRefused(null)
    void setting.run({ provider, key, keepAnyway })
  }
  return (
    <Dialog
      open
      size="sm"
      onClose={onClose}
      title={t('form.title', { name })}
      description={t('form.text')}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          {refused && (
            <Button disabled={setting.pending} onClick={(event) => submit(event, true)}>
              {t('form.keepAnyway')}
            </Button>
          )}
          <Button type="submit" form={id} variant="primary" pending={setting.pending}>
            {t('form.submit')}
          </Button>
        </>
      }
    >
      <form id={id} noValidate className="flex flex-col gap-4" onSubmit={submit}>
        <FormError error={setting.error} fields={setting.fields} labels={{ key: t('form.label') }} />
        {refused && (
          <p role="alert" className="rounded-control border border-warn bg-warn-soft px-3 py-2.5">
            {t('form.notKept', { text: tests(`states.${refused}`) })}
          </p>
        )}
        <Field label={t('form.label')} required error={setting.fields.key}>
          <Input
            name="key"
            type="password"
            autoComplete="off"
            spellCheck={false}
            autoFocus
            data-autofocus
            maxLength={300}
            value={key}
            onChange={({ target }) => setKey(target.value)}
          />
        </Field>
      </form>
    </Dialog>
  )
}

function RemoveKey({ provider, name }: KeyProps) {
  const t = useTranslations('apis.keys')
  const [asking, setAsking] = useState(false)
  const removing = useAction(removeKeyAction, {
    successMessage: t('removed', { name }),
    onSuccess: () => setAsking(false),
    refresh: true,
  })
  return (
    <>
      <Button size="sm" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {t('remove')}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => void removing.run({ provider })}
        title={t('removeTitle', { name })}
        text={t('removeText', { name })}
        confirmLabel={t('remove')}
        pending={removing.pending}
        danger
      >
        {removing.error && <FormError error={removing.error} />}
      </ConfirmDialog>
    </>
  )
}
