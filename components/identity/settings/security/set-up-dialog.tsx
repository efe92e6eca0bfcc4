'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { FormDialog } from '@/components/ui/form-dialog'
import { useAction } from '@/components/ui/use-action'
import { confirmTwoFactorAction, startTwoFactorAction } from '@/lib/identity/auth/two-factor/actions'
import type { StartedSetUp } from '@/lib/identity/auth/two-factor/set-up'
import { CodeField, OwnPasswordField, textOf, type IdentityDialogProps } from './identity-fields'
import { RecoveryCodesDialog } from './recovery-codes-dialog'
import { CopyButton } from './copy-button'

/** The identity, then the app and a code of it, then the recovery codes: each shown once, nothing kept in the page. */
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
  const start = useAction(startTwoFactorAction, { onSuccess: onStarted })
  return (
    <FormDialog
      onClose={onClose}
      title={t('start.title')}
      description={t('start.text')}
      action={start}
      labels={{ password: t('password') }}
      submitLabel={t('next')}
      onSubmit={(form) => void start.run({ password: textOf(form, 'password') })}
    >
      {hasPassword && <OwnPasswordField errors={start.fields.password} autoFocus />}
    </FormDialog>
  )
}

type ScanDialogProps = { setUp: StartedSetUp; onClose: () => void; onConfirmed: (codes: string[]) => void }

function ScanDialog({ setUp, onClose, onConfirmed }: ScanDialogProps) {
  const t = useTranslations('security.secondStep')
  const confirm = useAction(confirmTwoFactorAction, { onSuccess: ({ codes }) => onConfirmed(codes) })
  return (
    <FormDialog
      size="md"
      onClose={onClose}
      title={t('scan.title')}
      action={confirm}
      labels={{ code: t('code') }}
      submitLabel={t('scan.submit')}
      onSubmit={(form) => void confirm.run({ code: textOf(form, 'code') })}
    >
      <p className="text-ink-2">{t('scan.step1')}</p>
      <KeyAndPicture setUp={setUp} />
      <p className="text-ink-2">{t('scan.step2')}</p>
      <CodeField label={t('code')} errors={confirm.fields.code} numeric autoFocus />
    </FormDialog>
  )
}

/** On a white plate whatever the colour scheme: scanners read dark on light. */
function KeyAndPicture({ setUp: { key, qr } }: { setUp: StartedSetUp }) {
  const t = useTranslations('security.secondStep.scan')
  const groups = key.match(/.{1,4}/g) ?? []
  return (
    <div className="flex flex-col items-center gap-4 sm:flex-row sm:items-start">
      <svg
        role="img"
        aria-label={t('qr')}
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        shapeRendering="crispEdges"
        className="size-48 shrink-0 rounded-control border border-line bg-[#fff] text-[#000]"
      >
        <path d={qr.path} fill="currentColor" />
      </svg>
      <div className="flex min-w-0 flex-col items-start gap-2 max-sm:items-center max-sm:text-center">
        <p className="text-[13px] text-ink-2">{t('orKey')}</p>
        <p translate="no" className="flex flex-wrap gap-x-2 font-mono text-[15px] leading-6 max-sm:justify-center">
          {groups.map((group, i) => (
            <span key={i}>{group}</span>
          ))}
        </p>
        <CopyButton text={key} label={t('copyKey')} copied={t('copied')} />
      </div>
    </div>
  )
}
