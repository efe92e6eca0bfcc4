import { useTranslations } from 'next-intl'
import { Badge } from '@/components/ui/badge'
import { PageHeader } from '@/components/ui/page-header'
import type { AssistantView } from '@/lib/assist/assistant/views'
import { ChatPanel } from './chat-panel'

export function AssistantScreen({ view, timeZone }: { view: AssistantView; timeZone: string }) {
  const t = useTranslations('assistant')
  const { source } = view.answerer
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('text')}
        actions={<Badge tone={source === 'gemini' ? 'accent' : 'neutral'}>{t(`sources.${source}`)}</Badge>}
      />
      <ChatPanel view={view} timeZone={timeZone} />
    </>
  )
}
