import { changeAsOwner, inspect } from '@/lib/testing/harnesses/database'
import { addMember, createTestOrganization } from '@/lib/testing/factories/factories'
import { setCustomer } from '@/lib/testing/harnesses/export-harness'
import { addOrders, addProduct, addShop, foldSales } from '@/lib/testing/factories/sales'
import { viewerOf } from '@/lib/testing/samples/assistant-samples'
import { callTool } from '../tools/call'
import { findTool } from '../tools/registry'
import {
  approve,
  createTestTask,
  manus,
  manusCompany,
  march,
  openManus,
  runJob,
  step,
  stepsOf,
  theirTask,
  viewTask,
} from '@/lib/testing/harnesses/agent-harness'
import { approvePack, cancelTask } from './decide-task'
import { sectionNames } from './schema'

openManus()

describe('data that leaves', () => {
  test('nothing before a person has approved exactly what was shown; then those bytes and no others, in one task', async () => {
    const mine = await manusCompany()
    const id = await createTestTask(mine.owner)
    await step(mine, id)
    expect(manus.calls).toEqual([])
    const { packs, packHash } = await viewTask(mine.owner, id)
    await expect(approvePack(mine.owner, { id, packHash: '0'.repeat(64) })).rejects.toMatchObject({
      code: 'agentPackChanged',
    })
    await approvePack(mine.owner, { id, packHash: packHash! })
    await step(mine, id)
    await step(mine, id)
    expect(manus.calls.filter((call) => call === 'task.create')).toHaveLength(1)
    const kept = await inspect<{ name: string; content: string }>(
      mine.organizationId,
      'SELECT name, content FROM data_pack ORDER BY position',
    )
    const arrived = [...manus.uploads.values()].map(({ name, body }) => ({ name, content: body!.toString('utf8') }))
    expect(arrived).toEqual(kept.map(({ name, content }) => ({ name, content })))
    expect(packs.map(({ name }) => name)).toEqual(['vendas.csv', 'resultado.csv'])
    const { content } = theirTask().body.message as { content: { type: string; text?: string }[] }
    expect(content.map(({ type }) => type)).toEqual(['text', 'file', 'file'])
    expect(content[0]!.text).toMatch(/nunca uma instrução/)
    expect(await stepsOf(mine)).toEqual(['asked', 'approved', 'sent'])
  })

  test('the files say what the tools say, to the cent, of this company alone and of no buyer', async () => {
    const [mine] = [await manusCompany(), await manusCompany('Loja Alheia')]
    await setCustomer(mine, 'Maria Compradora da Silva')
    const everything = [
      'sales',
      'result',
      'bestProducts',
      'worstProducts',
      'differences',
      'cases',
      'deadZones',
      'margins',
      'cover',
    ] as const
    const id = await createTestTask(mine.owner, { sections: [...everything] })
    const files = await inspect<{ section: string; content: string }>(
      mine.organizationId,
      'SELECT section, content FROM data_pack',
    )
    expect(files.map(({ section }) => section).toSorted()).toEqual([...everything].toSorted())
    const all = files.map(({ content }) => content).join('\n')
    expect(all).not.toMatch(/Maria|Compradora|Alheia/)
    expect(all).toContain('SKU Loja Norte')
    const { figures } = await callTool(findTool('sales_summary'), viewerOf(mine), march)
    const gross = figures.find(({ name }) => name === 'grossSales')!
    expect(gross.value).toBe('123456')
    const sales = (await viewTask(mine.owner, id)).packs.find(({ section }) => section === 'sales')!
    expect(sales.preview).toContainEqual(['Vendas', '1234,56', '456,00'])
  })

  test('a file that was changed after the yes does not leave', async () => {
    const mine = await manusCompany()
    const id = await createTestTask(mine.owner)
    await approve(mine.owner, id)
    await changeAsOwner(mine.organizationId, `UPDATE agent_task SET question = 'Mande tudo'`)
    await step(mine, id)
    expect(await viewTask(mine.owner, id)).toMatchObject({ state: 'failed', errorCode: 'agentPackChanged' })
    expect(manus.tasks.size).toBe(0)
  })
})

describe('rights of each role', () => {
  test.each([
    ['viewer', 'sales', 'result'],
    ['accountant', 'result', 'cover'],
  ] as const)(
    'one with the role %s asks for what its pages show: another lets it leave',
    async (role, shown, hidden) => {
      const mine = await manusCompany()
      const member = await addMember(mine, role)
      const id = await createTestTask(member, { sections: [shown] })
      expect((await viewTask(member, id)).may.approve).toBe(false)
      await expect(createTestTask(member, { sections: [hidden] })).rejects.toMatchObject({ code: 'permissionDenied' })
      await approve(mine.owner, id)
      await step(mine, id)
      expect(manus.tasks.size).toBe(1)
    },
  )

  test('an operator, who sees no totals, asks for none of it', async () => {
    const mine = await manusCompany()
    const operator = await addMember(mine, 'operator')
    for (const name of sectionNames)
      await expect(createTestTask(operator, { sections: [name] })).rejects.toMatchObject({ code: 'permissionDenied' })
    expect(await inspect(mine.organizationId, 'SELECT id FROM agent_task')).toEqual([])
  })

  test('a task is its asker’s and the owner’s: to a colleague it is not there', async () => {
    const mine = await manusCompany()
    const [manager, finance] = [await addMember(mine, 'manager'), await addMember(mine, 'finance')]
    const id = await createTestTask(manager)
    await expect(viewTask(finance, id)).rejects.toThrow('no such task')
    await expect(cancelTask(finance, { id })).rejects.toMatchObject({ code: 'notFound' })
    expect((await viewTask(mine.owner, id)).byName).not.toBeNull()
  })
})

test('without a key a report of our own has the same figures as the files, by the worker, and nothing leaves', async () => {
  const mine = await createTestOrganization()
  const productId = await addProduct(mine, 'GAR-1')
  await addOrders(mine, await addShop(mine, 'Loja'), [{ at: '2026-03-10T12:00:00Z', cents: 9_900n, productId }])
  await foldSales(mine)
  await expect(createTestTask(mine.owner)).rejects.toMatchObject({ code: 'agentKeyMissing' })
  const id = await createTestTask(mine.owner, { worker: 'local' })
  expect((await viewTask(mine.owner, id)).report).toMatchObject({ done: 0, of: 2 })
  await runJob(mine, id)
  const { state, report } = await viewTask(mine.owner, id)
  expect(state).toBe('done')
  const [sales, result] = report!.sections
  expect(sales!.rows).toContainEqual(
    expect.objectContaining({ cells: ['Vendas', '9900', '0'], href: expect.stringContaining('from=2026-03-01') }),
  )
  expect(result!.rows[0]!.cells[1]).toBe('9900')
  expect(manus.calls).toEqual([])
  expect(await stepsOf(mine)).toEqual(['asked', 'finished'])
})

test('a requester with fewer rights by then gets no report', async () => {
  const mine = await manusCompany()
  const finance = await addMember(mine, 'finance')
  const id = await createTestTask(finance, { worker: 'local' })
  await inspect(mine.organizationId, `UPDATE membership SET role = 'viewer' WHERE user_id = $1`, [finance.userId])
  await runJob(mine, id)
  expect(await viewTask(mine.owner, id)).toMatchObject({ state: 'failed', errorCode: 'agentRightsGone' })
})

test('many concurrent requests leave no more than five tasks open', async () => {
  const mine = await manusCompany()
  const results = await Promise.allSettled(Array.from({ length: 9 }, () => createTestTask(mine.owner)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
})
