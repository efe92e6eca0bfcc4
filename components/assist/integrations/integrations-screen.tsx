import { useTranslations } from 'next-intl'
import { PageHeader } from '@/components/ui/page-header'
import { Tabs } from '@/components/ui/tabs'
import { integrationsPath } from '@/lib/assist/integrations/schema'
import type { IntegrationsView } from '@/lib/assist/integrations/views'
import { ConnectionsTab } from './connections-tab'
import { FunctionsTab } from './functions-tab'
import { McpCard } from './mcp-card'
import { ProposalsCard } from './proposals-card'
import { TokensCard } from './tokens-card'
import { WebhooksTab } from './webhooks-tab'

export function IntegrationsScreen({ view, timeZone }: { view: IntegrationsView; timeZone: string }) {
  const t = useTranslations('apis')
  const { proposals, connections, programs, functions, webhooks, mayManage } = view
  const tabs = view.tabs.map((tab) => ({
    href: tab === 'connections' ? integrationsPath : `${integrationsPath}?tab=${tab}`,
    label: t(`tabs.${tab}`),
    active: tab === view.tab,
  }))
  return (
    <>
      <PageHeader title={t('title')} description={t('text')} />
      {proposals.length > 0 && (
        <div className="mb-4">
          <ProposalsCard proposals={proposals} timeZone={timeZone} />
        </div>
      )}
      <Tabs label={t('tabsLabel')} tabs={tabs} />
      {connections && <ConnectionsTab view={connections} mayManage={mayManage} timeZone={timeZone} />}
      {programs && (
        <div className="flex flex-col gap-4">
          <TokensCard tokens={programs.tokens} hasPassword={programs.hasPassword} timeZone={timeZone} />
          <McpCard address={programs.mcpAddress} tools={programs.tools} />
        </div>
      )}
      {functions && <FunctionsTab address={functions.address} rows={functions.rows} />}
      {webhooks && <WebhooksTab view={webhooks} timeZone={timeZone} />}
    </>
  )
}
