import messages from '@/messages/pt-BR.json'
import en from '@/messages/en.json'
import { listDays, localDay } from '@/lib/core/dates'
import type { Language } from '@/lib/core/language'
import { formatMoney, formatPercent } from '@/lib/core/money'
import { addMember, createTestOrganization } from '@/lib/testing/factories/factories'
import { questionsAt, makeQuestionCompany } from '@/lib/testing/harnesses/question-company'
import { forms } from '@/lib/testing/harnesses/question-list'
import { isFullProfile } from '@/lib/testing/harnesses/report-figures'
import { unanswerable } from '@/lib/testing/samples/unanswerable-questions'
import { viewerOf } from '@/lib/testing/samples/assistant-samples'
import { addUp } from '@/lib/testing/harnesses/linked-rows'
import { firstSentence, negative, none, unitOf, writeSize } from '@/lib/testing/harnesses/said-figures'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import type { Figure, ToolViewer } from '../tools/contract'
import { answerLocally, worldOf } from './answer'
import type { LocalAnswer, RanTool } from './contract'
import type { Metric } from './grammar'
import { metrics } from './metrics'
import { readQuestion } from './reading'
import { writeCell } from './write'
import { suggestQuestions } from './suggest'
import { questions, suggestFor, wordQuestions, type QuestionName } from './suggestions'

const languages = ['pt', 'en'] as const
const texts = { pt: messages, en }
let company: Awaited<ReturnType<typeof makeQuestionCompany>>['company']
let viewer: ToolViewer

beforeAll(async () => {
  vi.useFakeTimers({ now: questionsAt, toFake: ['Date'] })
  const made = await makeQuestionCompany()
  company = made.company
  viewer = viewerOf(company)
}, 60_000)
afterAll(() => void vi.useRealTimers())

/** Each form is asked once in each language, and looked at by several tests. */
const answered = new Map<string, Promise<LocalAnswer>>()
function answerForm(question: string, language: Language): Promise<LocalAnswer> {
  const key = `${language} ${question}`
  if (!answered.has(key)) answered.set(key, answerLocally({ ...viewer, language }, question))
  return answered.get(key)!
}

/** Both languages are asked for the same: the rows behind a figure are added up once. */
const added = new Map<string, string | null>()
async function rowsOf(figure: Figure, product: string | null) {
  const key = `${figure.name} ${figure.href} ${product}`
  if (!added.has(key)) added.set(key, await addUp(viewer, figure, product))
  return added.get(key)
}

/** Each in one of the languages, by turns; in the full form in both. */
const inTurn = <T>(all: readonly T[], language: Language) =>
  all.filter((_, at) => isFullProfile || at % languages.length === languages.indexOf(language))
const formsIn = (language: Language) => inTurn(forms, language)

const textOf = (value: bigint | number | null) => (value === null ? null : String(value))
const valuesOf = (figures: readonly Figure[] = [], names: object = {}) =>
  Object.fromEntries(figures.filter(({ name }) => name in names).map(({ name, value }) => [name, value]))
const textsOf = (figures: object = {}) =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, textOf(value as bigint | number | null)]))

test.each(languages)(
  'forty forms of questions and more are answered right to the cent, each figure with its rows (%s)',
  async (language) => {
    expect(forms.length).toBeGreaterThanOrEqual(40)
    const results: unknown[] = []
    const wanted: unknown[] = []
    for (const form of formsIn(language)) {
      const question = form[language]
      const answer = await answerForm(question, language)
      const ran = answer.state === 'answered' ? answer.ran : []
      wanted.push({ question, state: 'answered', tools: form.answers.map(({ tool }) => tool) })
      results.push({ question, state: answer.state, tools: ran.map(({ tool }) => tool) })
      for (const [index, { figures, compared, rows = [], series }] of form.answers.entries()) {
        const answer = ran[index]?.answer
        const before = answer?.compared?.figures
        wanted.push({ question, figures: textsOf(figures), compared: textsOf(compared) })
        results.push({ question, figures: valuesOf(answer?.figures, figures), compared: valuesOf(before, compared) })
        for (const figure of [...(answer?.figures ?? []), ...(before ?? [])]) {
          const { name, value, href } = figure
          wanted.push({ question, name, href, rows: value })
          results.push({
            question,
            name,
            href,
            rows: value === null ? null : await rowsOf(figure, answer!.asked.product),
          })
        }
        if (series) {
          const { name, points = [] } = answer?.series ?? {}
          wanted.push({ question, series: series.map(textOf) })
          results.push({ question, series: points.map(({ value }) => value) })
          for (const { value, href } of points) {
            wanted.push({ question, href, rows: value })
            results.push({
              question,
              href,
              rows: await rowsOf({ name: name!, unit: 'cents', value, href: href! }, null),
            })
          }
        }
        wanted.push({ question, rows })
        results.push({
          question,
          rows: rows.map((cells, place) => answer?.table?.rows[place]?.cells.slice(0, cells.length)),
        })
      }
    }
    expect(results).toEqual(wanted)
  },
  120_000,
)

/** The metrics that the rules understand. */
async function metricsOf(question: string, language: Language): Promise<Metric[]> {
  const world = await worldOf(viewer, localDay(questionsAt, viewer.timeZone))
  const readings = await readQuestion(question, language, 'owner', world)
  return readings.flatMap(({ plan }) => plan.calls.map(({ metric }) => metric))
}

test.each(languages)(
  'the answer contains the requested figures, the rows and the difference of two (%s)',
  async (language) => {
    const seen = new Set<string>()
    for (const form of forms) for (const { id } of await metricsOf(form[language], language)) seen.add(id)
    for (const form of formsIn(language)) {
      const answer = await answerForm(form[language], language)
      const { text } = answer
      const wanted = await metricsOf(form[language], language)
      const said = wanted.flatMap(({ figures }) => figures)
      for (const [index, { figures = {}, rows = [] }] of form.answers.entries()) {
        for (const name of said) {
          const value = figures[name]
          if (value && unitOf(name) !== 'count') expect(text).toContain(writeSize(name, value, language))
        }
        const column = answer.state === 'answered' ? answer.ran[index]!.answer.table?.columns[0] : undefined
        // Only one of several rows is in the text, by its amount.
        if (!wanted[index]?.row) for (const [name] of rows) expect(text).toContain(writeCell(name!, column!, language))
      }
      if (form.change) {
        const { difference, share } = form.change
        expect(text.split('\n').at(-1)).toContain(formatMoney(BigInt(difference), language))
        expect(text.split('\n').at(-1)).toContain(formatPercent(share, language, { signed: true }))
      }
    }
    expect([...seen].toSorted()).toEqual(metrics.map(({ id }) => id).toSorted())
  },
)

test.each(languages)(
  'an answer begins with a sentence that holds the figure asked for, and none shows how it was made (%s)',
  async (language) => {
    for (const form of formsIn(language)) {
      const answer = await answerForm(form[language], language)
      expect(answer.text).not.toMatch(/undefined|null|NaN|[{}]| {2}| [,.;:]|[,;:]\.|\.\.|answerer\.|tools\.|object/)
      const lines = answer.text.split('\n')
      const ran = answer.state === 'answered' ? answer.ran : []
      for (const [index, { figures: expectedFigures, rows, row, tool }] of (
        await metricsOf(form[language], language)
      ).entries()) {
        const answer = ran[index]?.answer
        expect(ran[index]?.tool).toBe(tool)
        const sentence = firstSentence(lines[index])
        const head = answer?.figures.find(({ name }) => name === expectedFigures[0])
        const first = head ? head.value : (answer?.table?.rows[0]?.cells[rows?.name ?? 0] ?? null)
        if (first === null || first === '0') expect(sentence).toMatch(none[language])
        else if (!head) expect(sentence).toContain(row ? 'R$' : writeCell(first, answer!.table!.columns[0]!, language))
        else expect(sentence).toContain(writeSize(head.name, first, language))
        if (head?.value?.startsWith('-')) expect(sentence).toMatch(negative[language])
      }
    }
  },
  120_000,
)

test.each(languages)('an unknown figure differs from zero, and from an empty result (%s)', async (language) => {
  const mine = await createTestOrganization()
  const asker = { ...viewerOf(mine), language }
  const askQuestion = async (pt: string, en: string, who = asker) => {
    const result = await answerLocally(who, language === 'pt' ? pt : en)
    return { text: result.text, ran: result.state === 'answered' ? result.ran : [] }
  }
  for (const [pt, en] of [
    ['Quanto vendi nos últimos 7 dias?', 'How much did I sell in the last 7 days?'],
    ['Mais vendidos deste mês', 'Best sellers this month'],
    ['Qual o lucro do mês passado?', 'What was the profit last month?'],
  ] as const) {
    const empty = await askQuestion(pt, en)
    expect(empty.text).not.toContain('R$')
    expect(empty.text).toContain(texts[language].answerer.beginnings.connectShop)
    expect(empty.ran[0]!.answer.nothing!.beginnings).toContainEqual({ name: 'connectShop', href: '/dashboard/shops' })
  }
  const reader = { ...viewerOf({ owner: await addMember(mine, 'viewer') }), language }
  const seen = await askQuestion('Quanto vendi hoje?', 'How much did I sell today?', reader)
  expect(seen.ran[0]!.answer.nothing).toEqual({ beginnings: [] })

  await addStockedProduct(mine, { sku: 'SEM-CUSTO', onHand: 3 })
  const value = await askQuestion('Qual o valor do estoque?', 'Stock value')
  expect(value.ran[0]!.answer.figures.find(({ name }) => name === 'stockValue')!.value).toBeNull()
  expect(firstSentence(value.text)).toMatch(none[language])
  expect(value.text).not.toContain('R$')

  const past = await askQuestion('Vendas em 2019', 'Sales in 2019', { ...viewer, language })
  expect(past.ran[0]!.answer.nothing).toEqual({ beginnings: [] })
  expect(past.text).not.toContain('R$')
})

test('a course that the figures do not have is refused, not left out', async () => {
  for (const question of [
    'Despesas por mês',
    'Lucro por dia em outubro',
    'Vendas por dia hoje',
    'Vendas por dia em 2025',
  ])
    expect(await answerLocally(viewer, question)).toMatchObject({
      state: 'unanswerable',
      text: messages.answerer.refusals.noCourse,
    })
  const { text, ran } = (await answerLocally(viewer, 'Lucro por mês')) as { text: string; ran: RanTool[] }
  expect(ran[0]!.answer.series!.points.map(({ from }) => from)).toEqual(
    ['06', '07', '08', '09', '10', '11'].map((month) => `2026-${month}-01`),
  )
  expect(text).toMatch(/maior mês foi/)
})

test('two periods that are compared are drawn beside each other', async () => {
  const result = await answerLocally(viewer, 'Vendas deste mês comparadas com o mês passado')
  const [first, second] = result.state === 'answered' ? result.ran.map(({ answer }) => answer) : []
  expect(first!.series!.points.map(({ from }) => from)).toEqual(listDays({ from: '2026-11-01', to: '2026-11-20' }))
  expect(first!.series!.compared).toMatchObject({ period: { from: '2026-10-01', to: '2026-10-20' } })
  expect(first!.series!.compared!.points.map(({ from }) => from)).toEqual(
    listDays({ from: '2026-10-01', to: '2026-10-20' }),
  )
  expect(second!.series).toBeUndefined()
})

test('orders to ship today leave none out: those that are late already are named beside them', async () => {
  const { text } = await answerLocally(viewer, 'quantos pedidos tenho pra enviar hj?')
  expect(text).toMatch(
    /^Você tem 1 pedido para enviar hoje, no valor de R\$\s30,19\. 1\. \S+\. Além desses, já atrasados: 1\.$/,
  )
})

test('a role that may not read purchase proposals gets the low stock', async () => {
  const operator = viewerOf({ owner: await addMember(company, 'operator') })
  const result = await answerLocally(operator, 'O que preciso comprar?')
  expect(result.state === 'answered' && result.ran.map(({ tool }) => tool)).toEqual(['low_stock'])
})

test('each figure of a tool is calculated by hand in a form', () => {
  const figuresUsed = new Set(
    forms.flatMap(({ answers }) => answers.flatMap(({ figures = {} }) => Object.keys(figures))),
  )
  expect(Object.keys(messages.tools.figures).filter((name) => !figuresUsed.has(name))).toEqual([])
})

test.each(languages)(
  'forty questions without a figure get that answer, with similar ones that have one (%s)',
  async (language) => {
    expect(unanswerable.length).toBeGreaterThanOrEqual(40)
    const answered: string[] = []
    for (const [pt, en] of inTurn(unanswerable, language)) {
      const question = language === 'pt' ? pt : en
      const answer = await answerLocally({ ...viewer, language }, question)
      if (answer.state === 'answered') answered.push(`${question}: ${answer.text}`)
      else expect(answer.suggestions.length).toBeGreaterThan(0)
    }
    expect(answered).toEqual([])
  },
  120_000,
)

test('each suggested question has an answer, in either language and for each role', async () => {
  for (const role of ['owner', 'operator', 'viewer', 'accountant'] as const)
    for (const language of languages) {
      const asker = { ...viewerOf({ owner: await addMember(company, role) }), language }
      for (const question of new Set([...suggestFor(asker), ...(await suggestQuestions(asker))])) {
        const { state, text } = await answerLocally(asker, question)
        expect(`${question} ${state} ${state === 'answered' ? '' : text}`).toBe(`${question} answered `)
      }
    }
})

test('suggestions follow the data, waiting work first; each of them is a question with an answer', async () => {
  expect(await suggestQuestions(viewer)).toEqual([
    'Quais despesas estão vencidas?',
    'Quais repasses estão atrasados?',
    'Quais pedidos têm diferença nos repasses?',
    'Quanto vendi nos últimos 7 dias?',
  ])
  for (const language of languages) {
    const asker = { ...viewer, language }
    for (const question of wordQuestions(asker, Object.keys(questions) as QuestionName[]))
      expect({ question, state: (await answerLocally(asker, question)).state }).toEqual({
        question,
        state: 'answered',
      })
  }
})

test('a figure that a role may not see is not in the text', async () => {
  const operator = viewerOf({ owner: await addMember(company, 'operator') })
  for (const question of ['Quanto vendi hoje?', 'Qual o lucro de outubro?', 'Despesas vencidas'])
    expect(await answerLocally(operator, question)).toMatchObject({
      state: 'unanswerable',
      text: expect.stringContaining('papel'),
    })
})
