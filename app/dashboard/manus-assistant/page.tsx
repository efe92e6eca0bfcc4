import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { AgentTasksScreen } from '@/components/assist/agent-tasks/agent-tasks-screen'
import { getAgentTasksFor } from '@/lib/assist/agent-tasks/views'

export const generateMetadata = pageTitle('manusAssistant')

export default memberPage(
  'assistant.ask',
  async ({ member, searchParams }) => (
    <AgentTasksScreen list={await getAgentTasksFor(member, searchParams)} timeZone={member.timeZone} />
  ),
  ['agentTasks'],
)
