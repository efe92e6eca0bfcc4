import { getLocale } from 'next-intl/server'
import { notFound } from 'next/navigation'
import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { AssistantScreen } from '@/components/assist/assistant/assistant-screen'
import { getAssistantFor } from '@/lib/assist/assistant/views'

export const generateMetadata = pageTitle('gemini')

export default memberPage(
  'assistant.ask',
  async ({ member, searchParams }) => {
    const view = await getAssistantFor(member, searchParams, await getLocale())
    return view ? <AssistantScreen view={view} timeZone={member.timeZone} /> : notFound()
  },
  [
    'assistant',
    'tools',
    'proposals',
    'orders.filters',
    'reconciliation.states',
    'reconciliation.causes',
    'cases.states',
    'returns.states',
    'returns.kinds',
    'health.marks',
    'result.lines',
    'orders.detail',
    'analytics.losses',
    'expenses.kinds',
    'expenses.fields',
    'fees.lines',
  ],
)
