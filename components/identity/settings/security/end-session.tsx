'use client'

import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { Button } from '@/components/ui/button'
import { endSessionAction } from '@/lib/identity/auth/sessions/actions'
import { useConfirmedAction } from './use-confirmed-action'

type EndSessionCall = typeof endSessionAction

/** A missing session ended since the list was made. */
const end = async (...call: Parameters<EndSessionCall>): ReturnType<EndSessionCall> => {
  const result = await endSessionAction(...call)
  return !result.ok && result.error === 'notFound' ? { ...result, error: 'sessionGone' } : result
}

export function EndSession({ id, device }: { id: string; device: string }) {
  const t = useTranslations('security.sessions')
  const router = useRouter()
  const ending = useConfirmedAction(end, { successMessage: t('ended'), refresh: true })
  const run = async () => {
    const result = await ending.run({ sessionId: id })
    if (result && !result.ok && result.error === 'sessionGone') router.refresh()
  }
  return (
    <>
      <Button size="sm" aria-label={t('endLabel', { device })} pending={ending.pending} onClick={() => void run()}>
        {t('end')}
      </Button>
      {ending.dialog}
    </>
  )
}
