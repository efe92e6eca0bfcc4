import en from '@/messages/en.json'
import pt from '@/messages/pt-BR.json'
import { languages } from '@/lib/core/language'
import { worldOf } from './question-bank/world'
import { nearestTo } from './nearest'
import { asRefusal, readQuestion } from './reading'
import { questions, type QuestionName } from './suggestions'

const words = { pt: pt.answerer.questions, en: en.answerer.questions }

test.each(languages)(
  'every question that is offered is read as what it stands for, and as nothing else (%s)',
  async (language) => {
    for (const name of Object.keys(questions) as QuestionName[]) {
      const readings = await readQuestion(words[language][name], language, 'owner', worldOf(language))
      const ids = new Set(readings.flatMap(({ plan }) => plan.calls.map(({ metric }) => metric.id)))
      expect({ name, ids: [...ids] }).toEqual({ name, ids: [questions[name]] })
    }
  },
)

test.each([
  ['pt', 'quais etiquetas foram rasgadas'],
  ['en', 'which labels were torn'],
] as const)('words that are no product are not taken for a question about stock (%s)', async (language, question) => {
  const thrown: unknown = await readQuestion(question, language, 'owner', worldOf(language)).catch(
    (error: unknown) => error,
  )
  const owner = { organizationId: '', userId: '', timeZone: 'UTC', legalEntityIds: null, kind: 'person', role: 'owner' }
  const { names } = nearestTo({ ...owner, language } as Parameters<typeof nearestTo>[0], asRefusal(thrown)!, question)
  expect(names).not.toContain('stock')
})
