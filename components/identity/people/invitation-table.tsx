import { useLocale, useTranslations } from 'next-intl'
import { RowControl, Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { formatDateTime } from '@/lib/core/dates'
import type { InvitationRow } from '@/lib/identity/organizations/views'
import { InvitationActions } from './invitation-actions'
import { RoleAndEntities } from './member-table'

type InvitationTableProps = {
  invitations: InvitationRow[]
  timeZone: string
  sendsMail: boolean
  opensAccounts: boolean
}

export function InvitationTable({ invitations, timeZone, sendsMail, opensAccounts }: InvitationTableProps) {
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
