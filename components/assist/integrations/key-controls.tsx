'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import toast from 'react-hot-toast'
import { Button } from '@/components/ui/button'
import { ConfirmButton } from '@/components/ui/confirm-button'
import { Field, Input } from '@/components/ui/field'
import { FormDialog } from '@/components/ui/form-dialog'
import { useAction } from '@/components/ui/use-action'
import { removeKeyAction, setKeyAction } from '@/lib/identity/organization-keys/actions'
import type { KeyProviderName, KeyState } from '@/lib/identity/organization-keys/schema'

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
  const submit = (keepAnyway = false) => {
    setRefused(null)
    void setting.run({ provider, key, keepAnyway })
  }
  return (
    <FormDialog
      onClose={onClose}
      title={t('form.title', { name })}
      description={t('form.text')}
      action={setting}
      labels={{ key: t('form.label') }}
      submitLabel={t('form.submit')}
      aside={
        refused && (
          <Button disabled={setting.pending} onClick={() => submit(true)}>
            {t('form.keepAnyway')}
          </Button>
        )
      }
      onSubmit={() => submit()}
    >
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
    </FormDialog>
  )
}

function RemoveKey({ provider, name }: KeyProps) {
  const t = useTranslations('apis.keys')
  return (
    <ConfirmButton
      size="sm"
      aria-haspopup="dialog"
      action={removeKeyAction}
      input={{ provider }}
      label={t('remove')}
      title={t('removeTitle', { name })}
      text={t('removeText', { name })}
      successMessage={t('removed', { name })}
      danger
    />
  )
}
