import { useTranslations, useLocale } from 'next-intl'
import { Card, CardHeader } from '@/components/ui/card'
import type { PeopleView, InvitationRow } from '@/lib/identity/organizations/views'
import { InviteButton } from './invite-button'
import { MemberTable, RoleAndEntities } from './member-table'
import { RowControl, Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { formatDateTime } from '@/lib/core/dates'
import { InvitationActions } from './invitation-actions'

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

type InvitationTableProps = {
  invitations: InvitationRow[]
  timeZone: string
  sendsMail: boolean
  opensAccounts: boolean
}

function InvitationTable({ invitations, timeZone, sendsMail, opensAccounts }: InvitationTableProps) {
  const t = useTranslations('people.invitations')
  const language = useLocale()
  return (
    <Table label={t('title')}>
      <Thead>
        <Th>{t('email')}</Th>
        <Th>{t('role')}</Th>
        <Th>{t('ends')}</Th>
        <Th>
          <span className="sr-only">{t('actions')}</span>
        </Th>
      </Thead>
      <Tbody>
        {invitations.map(({ id, email, role, reads, expiresAt, expired, mayTouch }) => (
          <Tr key={id}>
            <Td className="font-medium wrap-anywhere">{email}</Td>
            <Td label={t('role')}>
              <RoleAndEntities role={role} reads={reads} />
            </Td>
            <Td label={t('ends')} className={expired ? 'text-bad' : 'text-ink-2'}>
              {t(expired ? 'expired' : 'open', { when: formatDateTime(expiresAt, language, timeZone) })}
            </Td>
            <Td>
              {mayTouch && (
                <RowControl className="ml-auto gap-2 @max-xl:ml-0">
                  <InvitationActions id={id} email={email} sendsMail={sendsMail} opensAccounts={opensAccounts} />
                </RowControl>
              )}
            </Td>
          </Tr>
        ))}
      </Tbody>
    </Table>
  )
}
