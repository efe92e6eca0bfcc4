import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Badge, type Tone } from '@/components/ui/badge'
import { ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import type { IntegrationName, IntegrationState } from '@/lib/assist/integrations/schema'
import { TestIntegration } from './test-integration'

const tones: Record<IntegrationState, Tone> = { ready: 'good', attention: 'warn', notSet: 'neutral' }

type ConnectionCardProps = {
  name: IntegrationName
  state: IntegrationState
  text: ReactNode
  /** Where it is set up, and what leads there. */
  open?: { href: string; label: string }
  mayTest: boolean
  children?: ReactNode
  /** Further details. */
  details?: ReactNode
}

export function ConnectionCard({ name, state, text, open, mayTest, children, details }: ConnectionCardProps) {
  const t = useTranslations('apis')
  const title = t(`connections.${name}.title`)
  return (
    <Card as="li" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-[15px] font-title">{title}</h2>
        <Badge tone={tones[state]}>{t(`states.${state}`)}</Badge>
      </div>
      <p className="text-ink-2">{text}</p>
      {details}
      <div className="mt-auto flex flex-wrap items-center gap-2">
        {children}
        {open && (
          <ButtonLink size="sm" href={open.href}>
            {open.label}
          </ButtonLink>
        )}
        {mayTest && state !== 'notSet' && <TestIntegration integration={name} name={title} />}
      </div>
    </Card>
  )
}
