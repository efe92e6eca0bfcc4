import { notFound } from 'next/navigation'
import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { TaskScreen } from '@/components/assist/agent-tasks/task-screen'
import { RecordHistory } from '@/components/insight/audit-log/record-history'
import { getAgentTaskFor } from '@/lib/assist/agent-tasks/task-view'
import { can } from '@/lib/core/permissions'

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
