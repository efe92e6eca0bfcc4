'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { confirmSecondStepAction, startSecondStepAction } from '@/lib/auth/second-step/actions'
import type { StartedSetUp } from '@/lib/auth/second-step/set-up'
import { CodeField, OwnPasswordField, textOf, type IdentityDialogProps } from './identity-fields'
import { KeyAndPicture } from './key-and-picture'
import { RecoveryCodesDialog } from './recovery-codes-dialog'

const formId = 'second-step-set-up'

/** Who one is, then the app and a code of it, then the recovery codes: each shown once, nothing kept in the page. */
export function SetUpDialog({ hasPassword, email, onClose }: IdentityDialogProps) {
  const t = useTranslations('security.secondStep')
  const [setUp, setSetUp] = useState<StartedSetUp | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  if (codes)
    return <RecoveryCodesDialog codes={codes} email={email} doneMessage={t('codes.turnedOn')} onDone={onClose} />
  if (setUp) return <ScanDialog setUp={setUp} onClose={onClose} onConfirmed={setCodes} />
  return <StartDialog hasPassword={hasPassword} onClose={onClose} onStarted={setSetUp} />
}

type StartDialogProps = { hasPassword: boolean; onClose: () => void; onStarted: (setUp: StartedSetUp) => void }

function StartDialog({ hasPassword, onClose, onStarted }: StartDialogProps) {
  const t = useTranslations('security.secondStep')
  const common = useTranslations('common')
  const start = useAction(startSecondStepAction, { onSuccess: onStarted })
  return (
    <Dialog
      open
      size="sm"
      onClose={onClose}
      title={t('start.title')}
      description={t('start.text')}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" pending={start.pending}>
            {t('next')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        method="post"
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void start.run({ password: textOf(event.currentTarget, 'password') })
        }}
      >
        <FormError error={start.error} fields={start.fields} labels={{ password: t('password') }} />
        {hasPassword && <OwnPasswordField errors={start.fields.password} autoFocus />}
      </form>
    </Dialog>
  )
}

type ScanDialogProps = { setUp: StartedSetUp; onClose: () => void; onConfirmed: (codes: string[]) => void }

function ScanDialog({ setUp, onClose, onConfirmed }: ScanDialogProps) {
  const t = useTranslations('security.secondStep')
  const common = useTranslations('common')
  const confirm = useAction(confirmSecondStepAction, { onSuccess: ({ codes }) => onConfirmed(codes) })
  return (
    <Dialog
      open
      size="md"
      onClose={onClose}
      title={t('scan.title')}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" pending={confirm.pending}>
            {t('scan.submit')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        method="post"
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void confirm.run({ code: textOf(event.currentTarget, 'code') })
        }}
      >
        <FormError error={confirm.error} fields={confirm.fields} labels={{ code: t('code') }} />
        <p className="text-ink-2">{t('scan.step1')}</p>
        <KeyAndPicture setUp={setUp} />
        <p className="text-ink-2">{t('scan.step2')}</p>
        <CodeField label={t('code')} errors={confirm.fields.code} numeric autoFocus />
      </form>
    </Dialog>
  )
}
