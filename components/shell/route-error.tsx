'use client'

import { useTranslations } from 'next-intl'
import { useEffect } from 'react'
import { Button, ButtonLink } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import type { ErrorCode } from '@/lib/core/errors'
import { useAway } from './use-away'

export type RouteErrorProps = { error: Error & { digest?: string }; retry: () => void }
type Props = RouteErrorProps & {
  /** The catalogue's code for this list, like `expensesLoadFailed`. */
  code?: ErrorCode
  /** Where the second way leads. */
  home?: string
}

/** The body of an error.tsx, which comes back by itself once the service does: asks the server again, since rendering once more would show what it answered before. The reference is the one under which it logged the cause. */
export function RouteError({ error, retry, code = 'unexpected', home = '/dashboard' }: Props) {
  const t = useTranslations('failures')
  const errors = useTranslations('errors')
  const common = useTranslations('common')

  const isAway = useAway(retry)

  useEffect(() => {
    document.title = `${t('title')} · ${common('brand')}`
  }, [t, common])

  return (
    <EmptyState
      kind="error"
      level={1}
      title={isAway ? t('awayTitle') : code === 'unexpected' ? t('title') : errors(code)}
      text={isAway ? t('awayText') : t('text')}
      {...(!isAway && { reference: error.digest })}
      action={
        <>
          <Button variant="primary" onClick={retry}>
            {common('retry')}
          </Button>
          <ButtonLink href={home}>{t(home === '/dashboard' ? 'toDashboard' : 'toHome')}</ButtonLink>
        </>
      }
    />
  )
}
