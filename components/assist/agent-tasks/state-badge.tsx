import { useTranslations } from 'next-intl'
import { Badge, type Tone } from '@/components/ui/badge'
import type { TaskRow } from '@/lib/assist/agent-tasks/views'

const tones: Record<TaskRow['state'], Tone> = {
  draft: 'warn',
  sending: 'accent',
  unclear: 'bad',
  running: 'accent',
  waiting: 'warn',
  done: 'good',
  failed: 'bad',
  cancelled: 'neutral',
}

export function StateBadge({ state }: Pick<TaskRow, 'state'>) {
  const t = useTranslations('agentTasks.states')
  return <Badge tone={tones[state]}>{t(state)}</Badge>
}
