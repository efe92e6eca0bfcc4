import { isFailed, isUnfinished } from './unfinished-movements'

test.each([
  ...[['Concluída'], ['Transação completa'], ['Completed'], [null]].map(([word]) => [word, false, false] as const),
  ...[['Falhou'], ['FAILED'], ['Cancelada'], ['Reprovado'], ['Não concluída'], ['Não autorizado'], ['Sem sucesso']].map(
    ([word]) => [word, true, true] as const,
  ),
  ...[['Pendente'], ['PENDING'], ['INITIAL'], ['Em processamento']].map(([word]) => [word, false, true] as const),
])(
  'of a movement that is called %j it is known whether it failed, and whether it is over',
  (word, failed, unfinished) => {
    expect([isFailed(word ?? null), isUnfinished(word ?? null)]).toEqual([failed, unfinished])
  },
)
