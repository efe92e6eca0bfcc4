import { useLocale, useTranslations } from 'next-intl'
import { Badge, type Tone } from '@/components/ui/badge'
import { Card, CardHeader } from '@/components/ui/card'
import { ConfirmButton } from '@/components/ui/confirm-button'
import { RowControl, Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { revokeTokenAction } from '@/lib/identity/access-tokens/actions'
import type { TokenRow } from '@/lib/identity/access-tokens/views'
import { formatDateTime, formatDay, localDay } from '@/lib/core/dates'
import { CreateToken } from './create-token'

const tones: Record<TokenRow['state'], Tone> = { active: 'good', expired: 'neutral', revoked: 'neutral' }

type TokensCardProps = { tokens: TokenRow[]; hasPassword: boolean; timeZone: string }

/** The tokens with which programs act for a person. */
export function TokensCard({ tokens, hasPassword, timeZone }: TokensCardProps) {
  const t = useTranslations('apis.tokens')
  return (
    <Card flush>
      <CardHeader
        className="p-4"
        title={t('title')}
        description={t('text')}
        actions={<CreateToken hasPassword={hasPassword} />}
      />
      {tokens.length === 0 ? (
        <p className="px-4 pb-4 text-ink-2">{t('empty')}</p>
      ) : (
        <Table label={t('title')} className="border-t border-line">
          <Thead>
            <Th>{t('name')}</Th>
            <Th>{t('state')}</Th>
            <Th>{t('lastUsed')}</Th>
            <Th>{t('ends')}</Th>
            <Th>
              <span className="sr-only">{t('actions')}</span>
            </Th>
          </Thead>
          <Tbody>
            {tokens.map((token) => (
              <TokenLine key={token.id} token={token} timeZone={timeZone} />
            ))}
          </Tbody>
        </Table>
      )}
    </Card>
  )
}

function TokenLine({ token, timeZone }: { token: TokenRow; timeZone: string }) {
  const t = useTranslations('apis.tokens')
  const language = useLocale()
  const { id, name, owner, scope, state, lastUsedAt, expiresAt } = token
  return (
    <Tr>
      <Td primary className="wrap-anywhere">
        <span className="block font-medium">{name}</span>
        <span className="block text-[13px] text-ink-3">
          {[t(`scopes.${scope}`), owner].filter(Boolean).join(' · ')}
        </span>
      </Td>
      <Td label={t('state')}>
        <Badge tone={tones[state]}>{t(`states.${state}`)}</Badge>
      </Td>
      <Td label={t('lastUsed')} className="whitespace-nowrap text-ink-2">
        {lastUsedAt ? formatDateTime(lastUsedAt, language, timeZone) : t('never')}
      </Td>
      <Td label={t('ends')} className="whitespace-nowrap text-ink-2">
        {formatDay(localDay(expiresAt, timeZone), language)}
      </Td>
      <Td>
        {state === 'active' && (
          <RowControl className="ml-auto @max-xl:ml-0">
            <ConfirmButton
              size="sm"
              action={revokeTokenAction}
              input={{ id }}
              label={t('revoke.button')}
              aria-label={t('revoke.of', { name })}
              title={t('revoke.title', { name })}
              text={t('revoke.text')}
              confirmLabel={t('revoke.confirm')}
              successMessage={t('revoke.done', { name })}
              danger
            />
          </RowControl>
        )}
      </Td>
    </Tr>
  )
}
