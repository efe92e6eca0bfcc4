'use client'

import { PlusIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { OwnPasswordField, textOf } from '@/components/identity/settings/security/identity-fields'
import { Button } from '@/components/ui/button'
import { Checkbox, Field, Input } from '@/components/ui/field'
import { FormDialog } from '@/components/ui/form-dialog'
import { useAction } from '@/components/ui/use-action'
import { useUnsavedGuard } from '@/components/ui/use-unsaved-guard'
import { createWebhookAction, updateWebhookAction } from '@/lib/assist/webhooks/actions'
import { webhookKinds, type WebhookKind } from '@/lib/assist/webhooks/schema'
import { SecretDialog } from './secret-dialog'
import { kindKey } from './webhook-kinds'

export function CreateWebhook() {
  const t = useTranslations('apis.webhooks')
  const words = useSecretWords()
  const [open, setOpen] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const creating = useAction(createWebhookAction, {
    refresh: true,
    onSuccess: (made) => {
      setOpen(false)
      setSecret(made.secret)
    },
  })
  return (
    <>
      <Button variant="primary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <PlusIcon aria-hidden />
        {t('create')}
      </Button>
      {open && (
        <WebhookDialog
          title={t('form.createTitle')}
          submit={t('form.create')}
          saving={creating}
          before={{ url: '', kinds: [...webhookKinds] }}
          onClose={() => setOpen(false)}
        />
      )}
      <SecretDialog secret={secret} words={words} onClose={() => setSecret(null)} />
    </>
  )
}

export function EditWebhook({ id, url, kinds, onClose }: Draft & { id: string; onClose: () => void }) {
  const t = useTranslations('apis.webhooks.form')
  const saving = useAction(updateWebhookAction, { refresh: true, successMessage: t('saved'), onSuccess: onClose })
  return (
    <WebhookDialog
      title={t('editTitle')}
      submit={t('save')}
      saving={{ ...saving, run: (draft) => saving.run({ id, ...draft }) }}
      before={{ url, kinds }}
      onClose={onClose}
    />
  )
}

type Draft = { url: string; kinds: WebhookKind[]; password?: string }
type Saving = Pick<ReturnType<typeof useAction>, 'pending' | 'error' | 'fields'> & {
  run: (draft: Draft) => Promise<unknown>
}
type WebhookDialogProps = { title: string; submit: string; saving: Saving; before: Draft; onClose: () => void }

function WebhookDialog({ title, submit, saving, before, onClose }: WebhookDialogProps) {
  const t = useTranslations('apis.webhooks')
  const security = useTranslations('security.secondStep')
  const [url, setUrl] = useState(before.url)
  const [kinds, setKinds] = useState<readonly WebhookKind[]>(before.kinds)
  const mayLeave = useUnsavedGuard(url !== before.url || kinds.length !== before.kinds.length)
  const close = () => mayLeave() && onClose()
  const asksPassword = saving.error?.code === 'passwordMissing' || saving.error?.code === 'passwordWrong'
  const choose = (kind: WebhookKind, on: boolean) =>
    setKinds(webhookKinds.filter((one) => (one === kind ? on : kinds.includes(one))))
  return (
    <FormDialog
      size="md"
      onClose={close}
      title={title}
      description={t('form.text')}
      action={saving}
      labels={{ url: t('form.url'), kinds: t('form.kinds'), password: security('password') }}
      submitLabel={submit}
      onSubmit={(form) => {
        const password = textOf(form, 'password')
        void saving.run({ url, kinds: [...kinds], ...(password && { password }) })
      }}
    >
      <Field label={t('form.url')} hint={t('form.urlHint')} required error={saving.fields.url}>
        <Input
          name="url"
          type="url"
          inputMode="url"
          autoComplete="off"
          autoFocus
          data-autofocus
          maxLength={500}
          value={url}
          onChange={({ target }) => setUrl(target.value)}
        />
      </Field>
      <fieldset className="grid gap-2 sm:grid-cols-2">
        <legend className="mb-1.5 text-[13px] font-medium">{t('form.kinds')}</legend>
        {webhookKinds.map((kind) => (
          <Checkbox
            key={kind}
            name="kinds"
            label={t(`kinds.${kindKey(kind)}`)}
            checked={kinds.includes(kind)}
            onChange={({ target }) => choose(kind, target.checked)}
          />
        ))}
      </fieldset>
      {asksPassword && <OwnPasswordField errors={saving.fields.password} autoFocus />}
    </FormDialog>
  )
}

export function useSecretWords() {
  const t = useTranslations('apis.webhooks.secretShown')
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
