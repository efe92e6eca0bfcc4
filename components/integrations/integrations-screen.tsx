import { useTranslations } from 'next-intl'
import { PageHeader } from '@/components/ui/page-header'
import type { IntegrationsView } from '@/lib/access-tokens/views'
import { McpCard } from './mcp-card'
import { ProposalsCard } from './proposals-card'
import { TokensCard } from './tokens-card'

export function IntegrationsScreen({ view, timeZone }: { view: IntegrationsView; timeZone: string }) {
  const t = useTranslations('apis')
  return (
    <>
      <PageHeader title={t('title')} description={t('text')} />
      <div className="flex flex-col gap-4">
        {view.proposals.length > 0 && <ProposalsCard proposals={view.proposals} timeZone={timeZone} />}
        <TokensCard tokens={view.tokens} timeZone={timeZone} />
        <McpCard address={view.mcpAddress} tools={view.tools} />
      </div>
    </>
  )
}
