'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { ConfirmButton } from '@/components/ui/confirm-button'
import { ConfirmDialog } from '@/components/ui/dialog'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import {
  changeWebhookSecretAction,
  removeWebhookAction,
  setWebhookStateAction,
  testWebhookAction,
} from '@/lib/assist/webhooks/actions'
import { webhookKinds } from '@/lib/assist/webhooks/schema'
import type { EndpointRow } from '@/lib/assist/webhooks/views'
import { SecretDialog } from './secret-dialog'
import { EditWebhook, useSecretWords } from './webhook-form'

type OpenDialog = 'edit' | 'secret' | null

export function EndpointActions({ id, url, kinds, state }: Pick<EndpointRow, 'id' | 'url' | 'kinds' | 'state'>) {
  const t = useTranslations('apis.webhooks')
  const words = useSecretWords()
  const [confirming, setConfirming] = useState<OpenDialog>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const done = () => setConfirming(null)
  const next = state === 'active' ? 'paused' : 'active'
  const moving = useAction(setWebhookStateAction, { refresh: true, successMessage: t(`done.${next}`) })
  const testing = useAction(testWebhookAction, { refresh: true, successMessage: t('done.tested') })
  const changing = useAction(changeWebhookSecretAction, {
    refresh: true,
    onSuccess: (made) => {
      done()
      setSecret(made.secret)
    },
  })
  const error = moving.error ?? testing.error
  return (
    <div role="group" aria-label={t('more', { url })} className="flex flex-wrap items-center gap-2">
      {state === 'active' && (
        <Button size="sm" pending={testing.pending} onClick={() => void testing.run({ id })}>
          {t('test')}
        </Button>
      )}
      <Button size="sm" pending={moving.pending} onClick={() => void moving.run({ id, state: next })}>
        {t(next === 'paused' ? 'pause' : 'resume')}
      </Button>
      <Button size="sm" aria-haspopup="dialog" onClick={() => setConfirming('edit')}>
        {t('edit')}
      </Button>
      <Button size="sm" aria-haspopup="dialog" onClick={() => setConfirming('secret')}>
        {t('secret')}
      </Button>
      <ConfirmButton
        size="sm"
        aria-haspopup="dialog"
        action={removeWebhookAction}
        input={{ id }}
        label={t('remove')}
        title={t('confirm.removeTitle')}
        text={t('confirm.removeText', { url })}
        successMessage={t('done.removed')}
        danger
      />
      {error && <FormError error={error} />}
      {confirming === 'edit' && (
        <EditWebhook id={id} url={url} kinds={webhookKinds.filter((kind) => kinds.includes(kind))} onClose={done} />
      )}
      <ConfirmDialog
        open={confirming === 'secret'}
        onClose={done}
        onConfirm={() => void changing.run({ id })}
        title={t('confirm.secretTitle')}
        text={t('confirm.secretText')}
        confirmLabel={t('secret')}
        pending={changing.pending}
      >
        {changing.error && <FormError error={changing.error} />}
      </ConfirmDialog>
      <SecretDialog secret={secret} words={words} onClose={() => setSecret(null)} />
    </div>
  )
}
