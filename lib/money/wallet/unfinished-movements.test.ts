import { makeNumbering, type Movement } from './number-movements'
import { asFailed, isFailed, isKnownStatus, isUnfinished, sortFailed } from './unfinished-movements'

test.each([
  ...[['Concluída'], ['Transação completa'], ['Completed'], [null]].map(([word]) => [word, false, false] as const),
  ...[['Falhou'], ['FAILED'], ['Cancelada'], ['Reprovado'], ['Não concluída'], ['Não autorizado'], ['Sem sucesso']].map(
    ([word]) => [word, true, true] as const,
  ),
  ...[['Pendente'], ['PENDING'], ['INITIAL'], ['Em processamento']].map(([word]) => [word, false, true] as const),
])('a movement that is called %j is known to have failed or not, and to be over or not', (word, failed, unfinished) => {
  expect([isFailed(word ?? null), isUnfinished(word ?? null)]).toEqual([failed, unfinished])
})

test.each([
  ['Concluída', true],
  ['Processado', true],
  ['Bem-sucedida', true],
  ['Bloqueado', true],
  ['Falhou', true],
  ['Estornada', false],
  ['Xyzzy', false],
])('the word %s for a movement is known: %s', (word, known) => expect(isKnownStatus(word)).toBe(known))

test('a processed movement is over, and one that is held back is not', () => {
  expect(['Processado', 'Bloqueado', 'Retido'].map(isUnfinished)).toEqual([false, true, true])
})

const movement = (amountCents: bigint, type = 'Saques'): Movement => ({
  at: new Date('2026-11-03T13:00:20Z'),
  amountCents,
  balanceCents: 5_000n,
  kind: 'withdrawal',
  type,
  status: 'Falhou',
  orderCode: null,
  refundNumber: null,
  withdrawalId: '77',
  feeCents: 100n,
  reason: null,
  description: null,
  source: 'file',
})

test('a failed movement has no amount, and keeps its number when the report is cut within its minute or sorted otherwise', () => {
  const all = [movement(-5_000n), movement(-3_000n), movement(-3_000n, 'Retirada')]
  const numbersOf = (list: Movement[]) => {
    const number = makeNumbering()
    return sortFailed(list.map((one) => ({ movement: one }))).map((one) => {
      const { amountCents, feeCents, balanceCents, type, nth } = number(asFailed(one.movement))
      expect([amountCents, feeCents, balanceCents]).toEqual([0n, 0n, null])
      return `${type} ${nth}`
    })
  }
  expect(numbersOf(all).toSorted()).toEqual(['Retirada 3001', 'Saques 3002', 'Saques 5001'])
  expect(numbersOf(all.toReversed()).toSorted()).toEqual(numbersOf(all).toSorted())
  expect([numbersOf(all.slice(0, 1)), numbersOf(all.slice(2))]).toEqual([['Saques 5001'], ['Retirada 3001']])
})
