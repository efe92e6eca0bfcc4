import { notFound } from 'next/navigation'
import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { TaskScreen } from '@/components/agent-tasks/task-screen'
import { RecordHistory } from '@/components/audit/record-history'
import { getAgentTaskFor } from '@/lib/agent-tasks/task-view'
import { can } from '@/lib/auth/permissions'

export const generateMetadata = pageTitle('manusAssistant')

export default memberPage(
  'assistant.ask',
  async ({ member, params }) => {
    const task = await getAgentTaskFor(member, params.id)
    if (!task) notFound()
    const canApprove = can(member.role, 'assistant.approvePack')
    const { organizationName: company, timeZone } = member
    return (
      <>
        <TaskScreen task={task} canApprove={canApprove} company={company} timeZone={timeZone} />
        <RecordHistory kind="agentTask" id={params.id!} />
      </>
    )
  },
  ['agentTasks'],
)
