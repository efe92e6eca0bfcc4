import { useTranslations } from 'next-intl'
import { Card, CardHeader } from '@/components/ui/card'
import type { PeopleView } from '@/lib/identity/organizations/views'
import { InvitationTable } from './invitation-table'
import { InviteButton } from './invite-button'
import { MemberTable } from './member-table'

export function PeopleScreen({ view }: { view: PeopleView }) {
  const t = useTranslations('people')
  const { members, invitations, entities, grantable, sendsMail, opensAccounts } = view
  const choices = { entities, grantable, sendsMail, opensAccounts }
  return (
    <div className="flex flex-col gap-4">
      <Card flush>
        <CardHeader
          className="p-4"
          title={t('members.title')}
          description={t('members.description', { count: members.length })}
          actions={<InviteButton {...choices} />}
        />
        <MemberTable members={members} entities={entities} grantable={grantable} timeZone={view.timeZone} />
      </Card>
      <Card flush>
        <CardHeader className="p-4" title={t('invitations.title')} description={t('invitations.description')} />
        {invitations.length > 0 ? (
          <InvitationTable
            invitations={invitations}
            timeZone={view.timeZone}
            sendsMail={sendsMail}
            opensAccounts={opensAccounts}
          />
        ) : (
          <p className="px-4 pb-4 text-ink-2">{t('invitations.empty')}</p>
        )}
      </Card>
    </div>
  )
}
