import { useTranslations, useLocale } from 'next-intl'
import { PageHeader } from '@/components/ui/page-header'
import { Tabs } from '@/components/ui/tabs'
import { integrationsPath } from '@/lib/assist/integrations/schema'
import type { IntegrationsView } from '@/lib/assist/integrations/views'
import { ConnectionsTab } from './connections-tab'
import { FunctionsTab } from './functions-tab'
import { McpCard } from './mcp-card'
import { TokensCard } from './tokens-card'
import { WebhooksTab } from './webhooks-tab'
import { Card, CardHeader } from '@/components/ui/card'
import { formatDateTime } from '@/lib/core/dates'
import type { OpenProposal } from '@/lib/assist/proposals/views'
import { DecideProposal } from './decide-proposal'
import { ProposalLines } from './proposal-lines'

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

type ProposalsProps = { proposals: OpenProposal[]; timeZone: string }

/** The proposals of programs: each line as it is and as it would be, and a person's decision. */
function ProposalsCard({ proposals, timeZone }: ProposalsProps) {
  const t = useTranslations('proposals')
  const language = useLocale()
  return (
    <Card>
      <CardHeader title={t('title')} description={t('text')} className="mb-3" />
      <ul className="grid gap-4">
        {proposals.map(({ id, kind, diff, expiresAt }) => (
          <li key={id} className="grid gap-3 border-t border-line pt-4 first:border-0 first:pt-0">
            <h3 className="font-semibold">{t(`kinds.${kind}`)}</h3>
            <ProposalLines diff={diff} />
            <div className="flex flex-wrap items-center justify-between gap-2">
              <span className="text-[13px] text-ink-3">
                {t('expires', { when: formatDateTime(expiresAt, language, timeZone) })}
              </span>
              <DecideProposal id={id} name={t(`kinds.${kind}`)} />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
