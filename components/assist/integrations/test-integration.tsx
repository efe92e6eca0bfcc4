'use client'

import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { FormError } from '@/components/ui/form-error'
import { useMessage } from '@/components/ui/use-message'
import type { IntegrationName } from '@/lib/assist/integrations/schema'
import type { TestOutcome } from '@/lib/assist/integrations/test-integration'
import { useState } from 'react'
import { useOrganization } from '@/components/shell/organization-context'
import { newIdempotencyKey, type ActionFailure } from '@/components/ui/use-action'
import { callFunction, codeOf, FunctionError } from '@/lib/assist/functions/client'

/** Asks the other side now; what came of it stands under the button. */
export function TestIntegration({ integration, name }: { integration: IntegrationName; name: string }) {
  const t = useTranslations('apis.test')
  const testing = useFunction<TestOutcome>('test-integration')
  return (
    <>
      <Button
        size="sm"
        aria-label={t('of', { name })}
        pending={testing.pending}
        onClick={() => void testing.run({ integration })}
      >
        {t('button')}
      </Button>
      <div aria-live="polite" className="basis-full empty:hidden">
        {testing.data && <Said outcome={testing.data} />}
        {testing.error && <FormError error={testing.error} />}
      </div>
    </>
  )
}

function Said({ outcome: { state, code, about } }: { outcome: TestOutcome }) {
  const t = useTranslations('apis.test')
  const message = useMessage()
  const text = code ? message(code) : t(`states.${state}`)
  const good = state === 'works'
  return (
    <p className={classNames('text-[13px] font-medium', good ? 'text-good' : 'text-bad')}>
      {about ? t('about', { shop: about, text }) : text}
    </p>
  )
}

type Given = { token: string; livesMs: number }
type Kept = { organizationId: string; token: string; until: number }
const EARLY_MS = 30_000
let kept: Kept | null = null

/** The page's own token, asked for once in a while and kept in memory alone. */
async function getToken(organizationId: string): Promise<string> {
  if (kept?.organizationId === organizationId && kept.until > Date.now()) return kept.token
  const query = new URLSearchParams({ organization: organizationId }).toString()
  // By this device's clock, which may be far from the server's.
  const askedAt = Date.now()
  const answer = await fetch(`/api/functions/token?${query}`, { method: 'POST', cache: 'no-store' }).catch(() => {
    throw new FunctionError({ kind: 'notSent', late: false })
  })
  const said = (await answer.json().catch(() => null)) as { ok: boolean; data?: Given } | null
  if (answer.status === 401) throw new FunctionError({ kind: 'refused', status: 401, code: 'signedOut' })
  if (!said?.data) throw new FunctionError({ kind: 'relay', status: answer.status })
  kept = { organizationId, token: said.data.token, until: askedAt + said.data.livesMs - EARLY_MS }
  return kept.token
}

/** Runs a server function for a button, and tells its failures in the words of the catalogue. */
function useFunction<Data>(name: string) {
  const { organizationId } = useOrganization()
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<ActionFailure | null>(null)
  const [data, setData] = useState<Data | null>(null)
  const run = async (input: Record<string, unknown>) => {
    if (pending) return
    setPending(true)
    setError(null)
    setData(null)
    try {
      const token = await getToken(organizationId)
      const answer = await callFunction(name, { token, input, key: newIdempotencyKey() })
      if (answer.type !== 'json') throw new FunctionError({ kind: 'relay', status: 200 })
      setData(answer.data as Data)
    } catch (thrown) {
      if (!(thrown instanceof FunctionError)) throw thrown
      const { failure } = thrown
      if (failure.kind === 'refused' && failure.code === 'signedOut') kept = null
      setError({
        code: codeOf(failure),
        ...(failure.kind === 'refused' && { values: failure.values, reference: failure.reference }),
      })
    } finally {
      setPending(false)
    }
  }
  return { run, pending, error, data }
}
