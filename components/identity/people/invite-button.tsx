'use client'

import { PlusIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field, Input } from '@/components/ui/field'
import { FormDialog } from '@/components/ui/form-dialog'
import { useAction } from '@/components/ui/use-action'
import { useUnsavedGuard } from '@/components/ui/use-unsaved-guard'
import type { Role } from '@/lib/core/permissions'
import { inviteAction } from '@/lib/identity/organizations/actions'
import type { EntityChoice } from '@/lib/identity/organizations/queries'
import { InvitationLinkDialog, type LinkToPassOn } from './invitation-link-dialog'
import { entitiesFor, firstEntities, RoleFields, type RoleChoice } from './role-fields'

type InviteProps = { entities: EntityChoice[]; grantable: Role[]; sendsMail: boolean; opensAccounts: boolean }

export function InviteButton(props: InviteProps) {
  const t = useTranslations('people.invite')
  const [open, setOpen] = useState(false)
  const [link, setLink] = useState<LinkToPassOn | null>(null)
  const done = (made: LinkToPassOn | null) => {
    setOpen(false)
    setLink(made)
  }
  return (
    <>
      <Button variant="primary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <PlusIcon aria-hidden />
        {t('button')}
      </Button>
      {open && <InviteDialog {...props} onClose={() => setOpen(false)} onDone={done} />}
      <InvitationLinkDialog link={link} opensAccounts={props.opensAccounts} onClose={() => setLink(null)} />
    </>
  )
}

type InviteDialogProps = InviteProps & { onClose: () => void; onDone: (link: LinkToPassOn | null) => void }

function InviteDialog({ entities, grantable, sendsMail, onClose, onDone }: InviteDialogProps) {
  const t = useTranslations('people')
  const [email, setEmail] = useState('')
  const [choice, setChoice] = useState<RoleChoice>({ role: 'operator', entityIds: firstEntities(entities) })
  const inviting = useAction(inviteAction, {
    successMessage: sendsMail ? t('invite.sent', { email: email.trim() }) : t('invite.made'),
    onSuccess: ({ link }) => onDone(link ? { url: link, email: email.trim() } : null),
    refresh: true,
  })
  const mayLeave = useUnsavedGuard(email !== '')
  const close = () => mayLeave() && onClose()
  return (
    <FormDialog
      onClose={close}
      title={t('invite.title')}
      description={t('invite.text')}
      action={inviting}
      labels={{ email: t('fields.email'), role: t('fields.role'), legalEntityIds: t('fields.entities') }}
      submitLabel={sendsMail ? t('invite.submit') : t('invite.submitLink')}
      onSubmit={() => void inviting.run({ email, role: choice.role, legalEntityIds: entitiesFor(choice) })}
    >
      <Field label={t('fields.email')} required error={inviting.fields.email}>
        <Input
          name="email"
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          data-autofocus
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
      </Field>
      <RoleFields
        choice={choice}
        grantable={grantable}
        entities={entities}
        onChange={setChoice}
        fields={inviting.fields}
      />
    </FormDialog>
  )
}
