import { approvePack } from '@/lib/assist/agent-tasks/decide-task'
import { createTask } from '@/lib/assist/agent-tasks/create-task'
import type { CreateTaskInput } from '@/lib/assist/agent-tasks/schema'
import { stepTask } from '@/lib/assist/agent-tasks/step-task'
import { getAgentTaskFor, type TaskView } from '@/lib/assist/agent-tasks/task-view'
import { withOrganization, type Actor } from '@/lib/core/db'
import { env } from '@/lib/core/env'
import { encryptProviderKey } from '@/lib/identity/organization-keys/keys'
import { agentTasks } from '@/lib/worker/tasks/agent-tasks'
import { asWorker, inspect } from './database'
import { createTestOrganization, type TestOrganization } from '../factories/factories'
import { ManusServer } from '../fakes/manus-server'
import { addOrders, addProduct, addShop, foldSales } from '../factories/sales'

export const manus = new ManusServer()

/** The fake of Manus for the tests of a file, silent before each. */
export function openManus() {
  beforeAll(async () => void Object.assign(env(), { MANUS_BASE_URL: await manus.start(), MANUS_API_KEY: undefined }))
  beforeEach(() => manus.reset())
  afterAll(() => manus.stop())
}

/** A key of the company's own. */
export const setManusKey = ({ organizationId, owner }: TestOrganization, key = `key of ${organizationId}`) =>
  withOrganization({ organizationId }, (db) =>
    db.organizationKey.create({
      data: {
        organizationId,
        provider: 'manus',
        encrypted: encryptProviderKey(organizationId, 'manus', key),
        hint: key.slice(-4),
        setBy: owner.userId!,
      },
      select: { provider: true },
    }),
  )

/** With a sale in March, one in February, and a key. */
export async function manusCompany(name = 'Loja Norte'): Promise<TestOrganization> {
  const organization = await createTestOrganization()
  const shop = await addShop(organization, name)
  const productId = await addProduct(organization, `SKU ${name}`)
  await addOrders(organization, shop, [
    { at: '2026-03-10T12:00:00Z', cents: 123_456n, charged: 20_000n, unitCost: '35.000000', productId },
    { at: '2026-02-10T12:00:00Z', cents: 45_600n, charged: 7_000n, productId },
  ])
  await foldSales(organization)
  await setManusKey(organization)
  return organization
}

/** The audit entries of its tasks. */
export const stepsOf = async ({ organizationId }: TestOrganization) =>
  (
    await inspect<{ event: string }>(
      organizationId,
      `SELECT event FROM audit_event WHERE subject_kind = 'agentTask' ORDER BY at, id`,
    )
  ).map(({ event }) => event.split('.')[1])

export const march: Pick<CreateTaskInput, 'from' | 'to'> = { from: '2026-03-01', to: '2026-03-31' }
const input: CreateTaskInput = {
  kind: 'monthly_review',
  worker: 'manus',
  ...march,
  shopId: null,
  sections: ['sales', 'result'],
  question: null,
  language: 'pt',
}

export const createTestTask = async (actor: Actor, given: Partial<CreateTaskInput> = {}) =>
  (await createTask(actor, { ...input, ...given })).taskId

const viewer = (actor: Actor) => ({ ...actor, userId: actor.userId!, timeZone: 'America/Sao_Paulo' })

export async function viewTask(actor: Actor, id: string): Promise<TaskView> {
  const task = await getAgentTaskFor(viewer(actor), id)
  if (!task) throw new Error('There is no such task.')
  return task
}

/** The yes of a person who has seen the files as the page shows them. */
export async function approve(actor: Actor, id: string): Promise<void> {
  const { packHash } = await viewTask(actor, id)
  await approvePack(actor, { id, packHash: packHash! })
}

export const step = ({ organizationId }: Pick<Actor, 'organizationId'>, id: string) =>
  asWorker(() => stepTask(organizationId, id))

/** The same through the worker's job, failures included. */
export const runJob = ({ organizationId }: Pick<Actor, 'organizationId'>, taskId: string, attempts = 1) =>
  asWorker(() => agentTasks['agent-task']!({ organizationId, taskId }, { job: { attempts } } as never))

/** Approved, created over there and looked at once. */
export async function sent(company: TestOrganization, given: Partial<CreateTaskInput> = {}): Promise<string> {
  const id = await createTestTask(company.owner, given)
  await approve(company.owner, id)
  await step(company, id)
  await step(company, id)
  return id
}

export const theirTask = () => [...manus.tasks.values()].at(-1)!
