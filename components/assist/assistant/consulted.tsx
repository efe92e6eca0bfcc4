'use client'

import { useTranslations } from 'next-intl'
import Link from 'next/link'
import { useMessage } from '@/components/ui/use-message'
import { isProposed, isRefusal, type ToolOutcome } from '@/lib/assist/assistant/contract'
import { useQuestionText, useToolName } from './tool-words'

/** Where an answer comes from: each look-up as it was understood, with the page that shows the same. */
export type Consultation = { id: string; name: string; input: unknown; outcome: ToolOutcome | null }

export function Consulted({ consultations }: { consultations: Consultation[] }) {
  const t = useTranslations('assistant.consulted')
  return (
    <details className="min-w-0">
      <summary className="w-fit py-0.5 hover:text-ink">{t('title', { count: consultations.length })}</summary>
      <ul className="mt-1 grid gap-1">
        {consultations.map((consultation) => (
          <li key={consultation.id}>
            <Source consultation={consultation} />
          </li>
        ))}
      </ul>
    </details>
  )
}

function Source({ consultation: { name, outcome } }: { consultation: Consultation }) {
  const t = useTranslations('assistant.consulted')
  const toolName = useToolName()(name)
  const message = useMessage()
  const questionText = useQuestionText()
  if (!outcome || isProposed(outcome)) return t('cancelled', { name: toolName })
  if (isRefusal(outcome)) return t('refused', { name: toolName, reason: message(outcome.error, outcome.values) })
  return (
    <>
      {[toolName, questionText(outcome)].filter(Boolean).join(' · ')}{' '}
      <Link href={outcome.href} className="text-accent-text underline underline-offset-2">
        {t('open')}
      </Link>
    </>
  )
}
