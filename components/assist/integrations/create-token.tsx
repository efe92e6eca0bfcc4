'use client'

import { PlusIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { OwnPasswordField, textOf } from '@/components/identity/settings/security/identity-fields'
import { Button } from '@/components/ui/button'
import { Field, Input, Select } from '@/components/ui/field'
import { FormDialog } from '@/components/ui/form-dialog'
import { useAction } from '@/components/ui/use-action'
import { useUnsavedGuard } from '@/components/ui/use-unsaved-guard'
import { createTokenAction } from '@/lib/identity/access-tokens/actions'
import { tokenScopes, tokenTerms, type TokenScope } from '@/lib/identity/access-tokens/schema'
import { SecretDialog } from './secret-dialog'

export function CreateToken({ hasPassword }: { hasPassword: boolean }) {
  const t = useTranslations('apis.tokens.create')
  const [open, setOpen] = useState(false)
  const words = useSecretWords()
  const [secret, setSecret] = useState<string | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const done = (made: string) => {
    setOpen(false)
    setSecret(made)
  }
  // The element that had the focus before is gone with the dialog.
  const close = () => {
    setSecret(null)
    requestAnimationFrame(() => button.current?.focus())
  }
  return (
    <>
      <Button ref={button} variant="primary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <PlusIcon aria-hidden />
        {t('button')}
      </Button>
      {open && <CreateDialog hasPassword={hasPassword} onClose={() => setOpen(false)} onDone={done} />}
      <SecretDialog secret={secret} words={words} onClose={close} />
    </>
  )
}

type CreateDialogProps = { hasPassword: boolean; onClose: () => void; onDone: (secret: string) => void }

function CreateDialog({ hasPassword, onClose, onDone }: CreateDialogProps) {
  const t = useTranslations('apis.tokens.create')
  const security = useTranslations('security.secondStep')
  const [name, setName] = useState('')
  const [scope, setScope] = useState<TokenScope>('read')
  const [days, setDays] = useState<(typeof tokenTerms)[number]>(90)
  const creating = useAction(createTokenAction, { onSuccess: ({ secret }) => onDone(secret), refresh: true })
  const mayLeave = useUnsavedGuard(name !== '')
  const close = () => mayLeave() && onClose()
  return (
    <FormDialog
      onClose={close}
      title={t('title')}
      description={t('text')}
      action={creating}
      labels={{ name: t('name'), scope: t('scope'), days: t('days'), password: security('password') }}
      submitLabel={t('submit')}
      onSubmit={(form) => void creating.run({ name, scope, days, password: textOf(form, 'password') })}
    >
      <Field label={t('name')} hint={t('nameHint')} required error={creating.fields.name}>
        <Input
          name="name"
          autoComplete="off"
          maxLength={80}
          autoFocus
          data-autofocus
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </Field>
      <Field label={t('scope')} error={creating.fields.scope}>
        <Select
          name="scope"
          value={scope}
          onChange={({ target }) => setScope(tokenScopes.find((known) => known === target.value) ?? 'read')}
          options={tokenScopes.map((known) => ({ value: known, label: t(`scopeTexts.${known}`) }))}
        />
      </Field>
      <Field label={t('days')} error={creating.fields.days}>
        <Select
          name="days"
          value={days}
          onChange={({ target }) => setDays(tokenTerms.find((term) => term === Number(target.value)) ?? 90)}
          options={tokenTerms.map((term) => ({ value: term, label: t('term', { days: term }) }))}
        />
      </Field>
      {hasPassword && <OwnPasswordField errors={creating.fields.password} />}
    </FormDialog>
  )
}

function useSecretWords() {
  const t = useTranslations('apis.tokens.secret')
  return {
    title: t('title'),
    text: t('text'),
    label: t('label'),
    copy: t('copy'),
    copied: t('copied'),
    done: t('done'),
    keepFirst: t('keepFirst'),
  }
}
