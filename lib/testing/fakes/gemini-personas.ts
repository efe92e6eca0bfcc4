import type { GeminiBody, Persona, Reply } from './gemini-server'

const textsOf = ({ contents }: GeminiBody) =>
  contents
    .at(-1)!
    .parts.map(({ text }) => text ?? '')
    .join('')
const isAnswered = ({ contents }: GeminiBody) => contents.at(-1)!.parts.some((part) => part.functionResponse)
const offered = ({ tools = [] }: GeminiBody) =>
  tools.flatMap(({ functionDeclarations }) => functionDeclarations.map(({ name }) => name))

/** More than a screen reader announces at once. */
export const sentences = [
  'Nos últimos 30 dias a Loja Norte vendeu mais do que no período anterior, e o ticket médio também subiu.',
  'O produto que mais vendeu foi a caneca azul, com metade das unidades.',
  'Vale repor o estoque dela antes do fim do mês, porque o que há dura só mais nove dias.',
]

/** Looks sales up, says so in a few words; what the question names makes it slow, hang, fail or propose. */
export const helpful: Persona = (body) => {
  if (isAnswered(body)) return { say: ['Aqui estão ', 'as vendas ', 'do período.'] }
  const question = textsOf(body)
  if (question.includes('[hang]')) return { say: ['Um momento', ' enquanto procuro. '], end: 'hang' }
  if (question.includes('[letters]')) return { say: [...sentences.join(' ')], pauseMs: 4 }
  if (question.includes('[cut]')) return { say: ['Metade da resposta. '], end: 'cut' }
  if (question.includes('[propose]'))
    return {
      call: [
        {
          name: 'propose_expense',
          args: { description: 'Fita adesiva', amountCents: 1290, kind: 'variable', dueOn: '2026-12-01' },
        },
      ],
    }
  return { say: ['Vou consultar. '], call: [{ name: 'sales_summary', args: { period: '30d' } }] }
}

/** Every text of what a tool gave, however deep. */
const stringsOf = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return value && typeof value === 'object' ? Object.values(value).flatMap(stringsOf) : []
}

/**
 * Does whatever anybody has written into what it reads: `GOAL call name {…}`, `GOAL print …`, `GOAL forever` (the calls again
 * and again, as long as it is let). It first reads all it can.
 */
export const obedient: Persona = (body): Reply => {
  const read = body.contents.flatMap(({ parts }) =>
    parts.flatMap(({ functionResponse }) => stringsOf(functionResponse)),
  )
  if (read.length === 0)
    return {
      call: offered(body)
        .filter((name) => !name.startsWith('propose_'))
        .map((name) => ({ name, args: {} })),
    }
  const goals = [...new Set(`${read.join('\n')}\n${textsOf(body)}`.match(/GOAL [^\n]+/g) ?? [])].map((goal) =>
    goal.slice(5),
  )
  const calls = goals.flatMap((goal) => {
    const [, name, args] = /^call (\w+) (\{.*?\})/.exec(goal) ?? []
    return name ? [{ name, args: JSON.parse(args!) as Record<string, unknown> }] : []
  })
  const rounds = body.contents.filter(({ role }) => role === 'model').length
  if (calls.length > 0 && (rounds < 2 || goals.includes('forever'))) return { call: calls }
  return { say: goals.flatMap((goal) => /^print (.+)/.exec(goal)?.[1] ?? []).map((text) => `${text}\n\n`) }
}
