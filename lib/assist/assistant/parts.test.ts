import type { UIMessageChunk } from 'ai'
import { addSaid, partsOf } from './parts'

const words = (id: string, ...said: string[]): UIMessageChunk[] => [
  { type: 'text-start', id },
  ...said.map((delta) => ({ type: 'text-delta' as const, id, delta })),
  { type: 'text-end', id },
]
const chunks: UIMessageChunk[] = [
  { type: 'start', messageId: 'a' },
  { type: 'start-step' },
  ...words('0', 'Um ', 'momento', '…'),
  { type: 'tool-input-available', toolCallId: 'c', toolName: 'sales_summary', input: {} },
  { type: 'tool-output-available', toolCallId: 'c', output: { figures: [] } },
  { type: 'finish-step' },
  { type: 'start-step' },
  ...words('0', 'Pronto', ': ', 'R$ 1,00'),
]

test('an answer is stored the same whether its words came one by one or at once, and is processed once for all of them', async () => {
  const said: UIMessageChunk[] = []
  for (const chunk of chunks) addSaid(said, chunk)
  expect(await partsOf(said)).toEqual(await partsOf(chunks))
  expect(said.filter(({ type }) => type === 'text-delta')).toEqual([
    { type: 'text-delta', id: '0', delta: 'Um momento…' },
    { type: 'text-delta', id: '0', delta: 'Pronto: R$ 1,00' },
  ])
})

test('a model’s output that is nested too deep is stored as far as it can be serialized', async () => {
  const deep = JSON.parse('{"a":'.repeat(3000) + '1' + '}'.repeat(3000)) as unknown
  const call = { toolCallId: 'c', toolName: 'sales_summary' }
  const parts = await partsOf([
    { type: 'start', messageId: 'a' },
    { type: 'tool-input-available', ...call, input: deep },
    { type: 'tool-output-available', ...call, output: { error: 'checkFields' } },
  ])
  expect(JSON.stringify(parts).length).toBeLessThan(1000)
  expect(parts).toMatchObject([{ output: { error: 'checkFields' } }])
})
