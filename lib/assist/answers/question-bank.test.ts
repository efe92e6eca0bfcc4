import { languages } from '@/lib/core/language'
import { metrics } from './metrics'
import { judgeBank, type Judged } from './question-bank/verdicts'
import { signs } from './signs'

const shareOf = (judged: readonly Judged[], is: (one: Judged) => boolean) => judged.filter(is).length / judged.length
const isRight = ({ verdict }: Judged) => verdict === 'right'

test.each(languages)(
  'four fifths of the questions that sellers type are answered right, and none wrong (%s)',
  async (language) => {
    const judged = await judgeBank(language)
    if (process.env.BANK) print(language, judged)
    expect(judged.length).toBeGreaterThanOrEqual(150)
    expect(judged.filter(({ verdict }) => verdict === 'wrong')).toEqual([])
    expect(shareOf(judged, isRight)).toBeGreaterThan(0.9)
    const heldBack = judged.filter(({ isHeldBack }) => isHeldBack)
    expect(shareOf(heldBack, isRight)).toBeGreaterThan(0.8)
    // A refusal offers what is nearest to the question.
    const near = judged.filter(({ isNear }) => isNear !== null)
    expect(shareOf(near, ({ isNear }) => isNear === true)).toBeGreaterThan(0.9)
  },
)

test('every way to say something is one of a metric', () => {
  const known = metrics.map(({ id }) => id)
  expect(Object.keys(signs).filter((id) => !known.includes(id))).toEqual([])
})

/** BANK=open: the verdicts with the open questions that are not right. BANK=all: those that are held back, too. */
function print(language: string, judged: readonly Judged[]): void {
  const count = (list: readonly Judged[]) =>
    ['right', 'refused', 'wrong']
      .map((one) => `${list.filter(({ verdict }) => verdict === one).length} ${one}`)
      .join(', ')
  const near = judged.filter(({ isNear }) => isNear !== null)
  const lines = [
    `${language}: open ${count(judged.filter((one) => !one.isHeldBack))}; held back ${count(judged.filter((one) => one.isHeldBack))}`,
    `${language}: nearest answers right ${near.filter(({ isNear }) => isNear).length} of ${near.length}`,
    ...judged
      .filter((one) => (process.env.BANK === 'all' || !one.isHeldBack) && !(isRight(one) && one.isNear !== false))
      .map(
        ({ question, expected, got, nearest }) => `  ${question} -> ${expected}\n    ${got} [${nearest.join(', ')}]`,
      ),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}
