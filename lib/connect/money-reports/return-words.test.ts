import { followReturn, readReturnKind, readReturnStatus, returnRow, type ReportedReturn } from './return-words'

test.each([
  ['Contestação Pendente', 'JUDGING'],
  ['Contestação resolvida', 'CLOSED'],
  ['Disputa encerrada', 'CLOSED'],
  ['Disputa bem sucedida', 'CLOSED'],
  ['Disputa bem-sucedida', 'CLOSED'],
  ['Em análise pela Shopee', 'JUDGING'],
  ['Devolução em Andamento', 'PROCESSING'],
  ['Reembolso em andamento', 'PROCESSING'],
  ['Devolução Concluída', 'ACCEPTED'],
  ['Reembolso concluído', 'ACCEPTED'],
  ['Solicitação recusada', 'CLOSED'],
  ['Devolução solicitada', 'REQUESTED'],
  ['Pedido de devolução cancelado', 'CANCELLED'],
  ['Devolução não aprovada', 'CLOSED'],
  ['Return request not accepted', 'CLOSED'],
  ['Aguardando resposta do vendedor', 'REQUESTED'],
  ['Aguardando envio do comprador', 'PROCESSING'],
  ['Em trânsito para o vendedor', 'PROCESSING'],
  ['Produto recebido pelo vendedor', 'PROCESSING'],
  ['Devolvido ao vendedor', 'PROCESSING'],
  ['Aguardando reembolso', 'PROCESSING'],
  ['Em mediação', 'JUDGING'],
  ['Vendedor contestou', 'JUDGING'],
  ['Expirado', 'CLOSED'],
  ['Rejected', 'CLOSED'],
])('%s is %s', (words, status) => {
  expect(readReturnStatus(words)).toMatchObject({ platformStatus: status, isKnown: true })
})

test.each([
  'Aguardando o Saci',
  'Xyzzy',
  'Retido na alfândega',
  // A negated word is no word for the event.
  'Não reembolsado',
  'Reembolso não concluído',
  'Disputa não resolvida',
  'Refund not paid',
  'Cancelamento recusado',
])('%s is none that we know, and stays as it is written', (words) => {
  expect(readReturnStatus(words)).toEqual({ state: 'open', platformStatus: words, isKnown: false })
})

test.each([
  ['Pacote extraviado', '', 'lost', []],
  ['Falha na entrega', 'Reembolso', 'failed_delivery', []],
  ['Somente reembolso', '', 'refund_only', []],
  ['-', 'Devolução e reembolso', 'with_return', []],
  ['', 'Reembolso parcial', 'refund_only', []],
  ['Reembolso sem devolução', '', 'refund_only', []],
  ['', 'Reembolso (sem devolução do produto)', 'refund_only', []],
  ['', 'Reembolso parcial sem necessidade de devolução', 'refund_only', []],
  ['Entrega malsucedida', '', 'failed_delivery', []],
  ['', 'Devolver e reembolsar', 'with_return', []],
  ['', '', 'refund_only', []],
  ['Logística do Saci', 'Devolução e reembolso', 'with_return', ['kind Logística do Saci']],
  ['Logística do Saci', 'Troca', 'refund_only', ['kind Logística do Saci', 'solution Troca']],
])('the kind %j and the solution %j make it %s, and an unknown word is named', (type, solution, kind, unknown) => {
  const read = readReturnKind({ kind: type, solution })
  expect([read.kind, read.unknown.map(({ field, word }) => `${field} ${word}`)]).toEqual([kind, unknown])
})

const row = (status: string, made: bigint | null, refund: bigint | null = 10_000n, due: Date | null = null) => {
  const item = {
    number: 'R',
    code: 'O',
    status,
    kind: 'Devolução',
    solution: '',
    reason: 'x',
    text: null,
    refundCents: refund,
    compensationCents: made,
    openedAt: new Date(0),
    dueAt: due,
    lines: [{ sku: 'A', title: 'Caneca', variation: null, quantity: 1 }],
  }
  return JSON.parse(
    JSON.stringify(returnRow(item), (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value)),
  ) as ReturnType<typeof returnRow>
}
const follow = (rows: ReturnType<typeof row>[]) =>
  rows.reduce((before, next) => followReturn(before as unknown as ReportedReturn, next) ?? before)

test('reports of several weeks leave one state behind, in whatever order they come', () => {
  const weeks = [
    row('Devolução solicitada', null),
    row('Palavra nova', null),
    row('Devolução em Andamento', 500n),
    row('Contestação Pendente', null),
    row('Devolução Concluída', null, 9_000n),
    row('Devolução Concluída', null, 9_500n),
    row('Devolução Concluída', null, 9_500n, new Date('2026-11-20T03:00:00Z')),
    row('Devolução Concluída', null, 9_500n, new Date('2026-11-22T03:00:00Z')),
  ]
  const last = {
    platformStatus: 'ACCEPTED',
    state: 'closed',
    refund: 9_500,
    compensationCents: 500,
    due: '2026-11-22T03:00:00.000Z',
  }
  for (let turn = 0; turn < weeks.length; turn += 1) {
    const turned = [...weeks.slice(turn), ...weeks.slice(0, turn)]
    expect(follow(turned)).toMatchObject(last)
    expect(follow(turned.toReversed())).toMatchObject(last)
    expect(followReturn(follow(turned) as unknown as ReportedReturn, turned[0]!)).toBeNull()
  }
})

test('a report without the refund takes no known one away, in either order', () => {
  const [before, after] = [row('Devolução solicitada', null, 5_000n), row('Devolução Concluída', null, null)]
  const both = { platformStatus: 'ACCEPTED', refund: 5_000 }
  expect(follow([before, after])).toMatchObject(both)
  expect(follow([after, before])).toMatchObject(both)
  const asRow = (one: ReturnType<typeof row>) => one as unknown as ReportedReturn
  expect(followReturn(asRow(follow([before, after])), after)).toBeNull()
  expect(followReturn(asRow(after), after)).toBeNull()
})

test('reports of which some leave the refund open leave one state behind, in whatever order they come', () => {
  const reports = [
    row('Devolução Concluída', null, null),
    row('Devolução solicitada', null, 5_000n),
    row('Devolução solicitada', null, 6_000n),
    row('Contestação Pendente', null, 4_000n),
    row('Devolução Concluída', null, null, new Date('2026-11-22T03:00:00Z')),
  ]
  const orders = permutations(reports)
  // The written items are a report's change to those that are stored.
  const stateOf = (order: typeof reports) => JSON.stringify({ ...follow(order), items: null })
  expect(new Set(orders.map(stateOf))).toEqual(new Set([stateOf(reports)]))
  expect(follow(reports)).toMatchObject({
    platformStatus: 'ACCEPTED',
    refund: 4_000,
    refundStatus: 'JUDGING',
    due: '2026-11-22T03:00:00.000Z',
  })
  for (const order of orders)
    for (const again of reports) expect(followReturn(follow(order) as unknown as ReportedReturn, again)).toBeNull()
})

test('the refund of an item is the return’s, whichever report gave it', () => {
  const [open, closed] = [row('Devolução solicitada', null, 5_000n), row('Devolução Concluída', null, null)]
  expect(follow([open, closed]).items).toMatchObject([{ s: 'A', refund: 5_000 }])
  expect(follow([closed, open]).items).toMatchObject([{ s: 'A', refund: 5_000 }])
  const made = followReturn(closed as unknown as ReportedReturn, row('Devolução solicitada', 100n, null))
  expect(made).toMatchObject({ compensationCents: 100, items: [] })
})

test('the refund of the furthest state itself stands over what earlier ones gave, in whatever order', () => {
  const reports = [
    row('Devolução Concluída', null, null),
    row('Contestação Pendente', null, 9_000n),
    row('Devolução Concluída', null, 3_000n),
    row('Devolução Concluída', null, 2_000n),
  ]
  for (const order of permutations(reports))
    expect(follow(order)).toMatchObject({ refund: 3_000, refundStatus: null, platformStatus: 'ACCEPTED' })
})

const permutations = <T>(all: readonly T[]): T[][] =>
  all.length < 2
    ? [[...all]]
    : all.flatMap((one, at) => permutations(all.filter((_, other) => other !== at)).map((rest) => [one, ...rest]))
