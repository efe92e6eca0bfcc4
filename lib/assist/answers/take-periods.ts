import type { Day } from '@/lib/core/dates'
import type { Language } from '@/lib/core/language'
import { Refusal } from './grammar'
import { rules, type Period } from './periods'
import type { Words } from './words'

/** Days that a calendar of ours does not know: which ones they were only the dates say. */
const feasts =
  /black friday|cyber monday|natal|pascoa|carnaval|reveillon|ano novo|dia d[aeo]s? (?:maes|pais|criancas|namorados|mulher|consumidor)|christmas|easter|carnival|thanksgiving|new year(?: eve)?|(?:mother|father|valentine)s? day/

/** Every period that the words name, in their order. Two that nothing stands between are one that is not understood. */
export function takePeriods(words: Words, language: Language, today: Day, isDue: boolean): Period[] {
  if (words.take(feasts).length > 0) throw new Refusal('namedDay')
  const matches = rules[language]
    .flatMap(([pattern, read]) =>
      words.take(pattern).map((match) => {
        const period = { ...read(match.slice(1), today, isDue, match[0]), at: match.index }
        return { period, end: match.index + match[0].length }
      }),
    )
    .toSorted((a, b) => a.period.at - b.period.at)
  if (matches.some(({ period }, at) => at > 0 && matches[at - 1]!.end + 1 === period.at))
    throw new Refusal('periodInvalid')
  return matches.map(({ period }) => period)
}
