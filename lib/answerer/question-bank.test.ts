import { judgeBank } from './question-bank/verdicts'

test.each(['pt', 'en'] as const)('bank (%s)', async (language) => {
  const judged = await judgeBank(language)
  const show = process.env.BANK ?? ''
  const count = (list: typeof judged) =>
    ['right', 'refused', 'wrong'].map((v) => `${v} ${list.filter((j) => j.verdict === v).length}`).join(', ')
  console.log(
    language,
    'open:',
    count(judged.filter((j) => !j.isHeldBack)),
    '| held:',
    count(judged.filter((j) => j.isHeldBack)),
  )
  for (const j of judged)
    if ((show === 'wrong' ? j.verdict === 'wrong' : j.verdict !== 'right' && !j.isHeldBack) && show)
      console.log(`${j.verdict.toUpperCase()} ${j.question}  ->  ${j.expected}\n      got ${j.got}`)
})
