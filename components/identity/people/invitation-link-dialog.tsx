'use client'

import { useTranslations } from 'next-intl'
import { CopyButton } from '@/components/identity/settings/security/copy-button'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field, Input } from '@/components/ui/field'

export type LinkToPassOn = { url: string; email: string }
type InvitationLinkDialogProps = { link: LinkToPassOn | null; opensAccounts: boolean; onClose: () => void }

/** Where no email can be sent, the inviter brings the link. */
export function InvitationLinkDialog({ link, opensAccounts, onClose }: InvitationLinkDialogProps) {
  const t = useTranslations('people.link')
  return (
    <Dialog
      open={link !== null}
      onClose={onClose}
      title={t('title')}
      description={link && t('text', { email: link.email })}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('done')}
        </Button>
      }
    >
      {link && (
        <div className="flex flex-col gap-3">
          {!opensAccounts && <p className="text-ink-2">{t('byHand')}</p>}
          <Field label={t('label')}>
            <Input readOnly value={link.url} onFocus={({ target }) => target.select()} className="text-[13px]" />
          </Field>
          <div>
            <CopyButton text={link.url} label={t('copy')} copied={t('copied')} />
          </div>
        </div>
      )}
    </Dialog>
  )
}
