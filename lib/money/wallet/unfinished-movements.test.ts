import { isFailed, isUnfinished } from './unfinished-movements'

test.each([
  ...[['Concluída'], ['Transação completa'], ['Completed'], [null]].map(([word]) => [word, false, false] as const),
  ...[['Falhou'], ['FAILED'], ['Cancelada'], ['Reprovado'], ['Não concluída'], ['Não autorizado'], ['Sem sucesso']].map(
    ([word]) => [word, true, true] as const,
  ),
  ...[['Pendente'], ['PENDING'], ['INITIAL'], ['Em processamento']].map(([word]) => [word, false, true] as const),
])('a movement that is called %j is known to have failed or not, and to be over or not', (word, failed, unfinished) => {
  expect([isFailed(word ?? null), isUnfinished(word ?? null)]).toEqual([failed, unfinished])
})
