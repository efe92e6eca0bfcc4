'use client'

import { ShieldCheckIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { Progress } from '@/components/ui/progress'
import type { VerifyLine } from '@/lib/insight/audit-log/verify-stream'
import { readVerifyLines } from './read-verify-lines'

type State = { line: VerifyLine | null; running: boolean; failed: boolean }
type Verdict = Extract<VerifyLine, { kind: 'verdict' }>

/** Recomputes every link of the company's trail while one looks on; leaving the page stops it. */
export function VerifyChain() {
  const t = useTranslations('audit.verify')
  const [{ line, running, failed }, setState] = useState<State>({ line: null, running: false, failed: false })
  const verify = async () => {
    setState({ line: null, running: true, failed: false })
    try {
      let last: VerifyLine | null = null
      for await (const next of readVerifyLines()) {
        last = next
        setState({ line: next, running: true, failed: false })
      }
      setState({ line: last, running: false, failed: last?.kind !== 'verdict' })
    } catch {
      setState({ line: null, running: false, failed: true })
    }
  }
  return (
    <Card>
      <CardHeader
        title={t('title')}
        description={t('help')}
        actions={
          <Button pending={running} onClick={() => void verify()}>
            <ShieldCheckIcon aria-hidden />
            {t('button')}
          </Button>
        }
      />
      {running && line?.kind === 'progress' && (
        <div className="mt-3">
          <Progress value={line.done} max={line.total} label={t('running', { done: line.done, total: line.total })} />
        </div>
      )}
      <div role="status" aria-live="polite">
        {!running && line?.kind === 'verdict' && <VerdictText verdict={line} />}
        {failed && <p className="mt-3 text-bad">{t('failed')}</p>}
      </div>
    </Card>
  )
}

function VerdictText({ verdict }: { verdict: Verdict }) {
  const t = useTranslations('audit.verify')
  const { broken } = verdict
  const lacksKey = broken?.reason === 'key'
  return (
    <div className="mt-3 flex flex-col gap-1">
      {broken ? (
        <>
          <p className={`font-medium ${lacksKey ? 'text-warn' : 'text-bad'}`}>
            {t(`broken.${broken.reason}`, { from: broken.from, to: broken.to, key: broken.keyId ?? '' })}
          </p>
          <p className="text-ink-2">{t(lacksKey ? 'keyAdvice' : 'advice')}</p>
        </>
      ) : (
        <p className="font-medium text-good">{t('intact', { chained: verdict.chained })}</p>
      )}
      <p className="text-[13px] text-ink-3">{t('unchained', { count: verdict.unchained })}</p>
    </div>
  )
}
