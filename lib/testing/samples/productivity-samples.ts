import { withOrganization } from '@/lib/core/db'
import { createEvent } from '@/lib/insight/productivity/save-event'
import { createTask } from '@/lib/insight/productivity/save-task'
import type { TestOrganization } from '../factories/factories'

type Sample = (company: TestOrganization) => Promise<object>

export const switchProductivity = ({ organizationId }: { organizationId: string }, on = true) =>
  withOrganization({ organizationId }, (db) =>
    db.organization.updateMany({ where: { id: organizationId }, data: { productivity: on } }),
  )

const taskFields = { title: 'Ligar para o fornecedor', notes: null, dueOn: '2026-11-21' }
const eventFields = { title: 'Inventário', startsOn: '2026-11-21', endsOn: '2026-11-21', times: null }

async function task(company: TestOrganization) {
  await switchProductivity(company)
  const { owner } = company
  const { id } = await createTask(owner, { ...taskFields, assigneeId: owner.userId, column: 'todo' })
  return { id, version: 1 }
}

async function event(company: TestOrganization) {
  await switchProductivity(company)
  const { owner } = company
  return { id: (await createEvent(owner, { ...eventFields, personId: owner.userId })).id, version: 1 }
}

const person = async (company: TestOrganization) => {
  await switchProductivity(company)
  return company.owner.userId
}

export const productivitySamples: Record<string, Sample> = {
  'task.create': async (company) => ({ ...taskFields, assigneeId: await person(company), column: 'doing' }),
  'task.update': async (company) => ({
    ...(await task(company)),
    ...taskFields,
    title: 'Outra',
    assigneeId: company.owner.userId,
  }),
  'task.move': async (company) => ({
    ...(await task(company)),
    column: 'todo',
    afterId: (await task(company)).id,
  }),
  'task.remove': task,
  'agendaEvent.create': async (company) => ({ ...eventFields, personId: await person(company) }),
  'agendaEvent.update': async (company) => ({
    ...(await event(company)),
    ...eventFields,
    personId: company.owner.userId,
  }),
  'agendaEvent.remove': event,
}
