import { addDays, addMonths, isDay, startOfMonth, startOfWeek, type Day, type DayRange } from '@/lib/core/dates'
import type { Language } from '@/lib/core/language'
import {
  months,
  weekdays,
  numbers,
  placeIn,
  dayOf,
  endOfMonth,
  monthOf,
  onDate,
  single,
  quarterOf,
  halfOf,
  yearOf,
  upTo,
  weekOf,
  yearFor,
  onWeekday,
} from './days-said'
import { Refusal } from './grammar'

/** The days of a question. A future period is kept as written: the tool decides. */
export type Period = DayRange & {
  at: number
  /** Said as a number of days to come. */
  ahead?: number
}

type Read = (groups: string[], today: Day, isDue: boolean, said: string) => DayRange & { ahead?: number }
type Rule = [pattern: RegExp, read: Read]

function rulesOf(language: Language): Rule[] {
  const [m, w, n] = [months[language], weekdays[language], `\\d{1,4}|${numbers[language]}`]
  const pt = language === 'pt'
  const count = (word: string) => (/^\d/.test(word) ? Number(word) : placeIn(numbers[language], word) + 1)
  const month = (word: string) => placeIn(m, word) + 1
  const year = pt ? '(?:(?: de | do ano de |/| )(\\d{4}))?' : '(?:(?: of | in |/| )(\\d{4}))?'
  const numeric = '(\\d{1,2})[/-](\\d{1,2})(?:[/-](\\d{4}|\\d{2}))?'
  const iso = '(\\d{4}-\\d{2}-\\d{2})'
  const [dayAt, monthAt] = pt ? [0, 1] : [1, 0]
  const numericDay = (groups: string[], today: Day, isDue: boolean, given?: string) => {
    const [date, mon] = [Number(groups[dayAt]), Number(groups[monthAt])]
    return dayOf(yearFor(mon, groups[2] ?? given, today, isDue, date), mon, date)
  }
  const ordered = (from: Day, to: Day): DayRange => {
    if (from > to) throw new Refusal('periodInvalid')
    return { from, to }
  }
  const isoDay = (text: string) => {
    if (!isDay(text)) throw new Refusal('periodInvalid')
    return text
  }
  const back = (times: string, unit: 'day' | 'week' | 'month' | 'year', today: Day): DayRange => {
    const many = count(times)
    if (many < 1) throw new Refusal('periodInvalid')
    const from =
      unit === 'day'
        ? addDays(today, 1 - many)
        : unit === 'week'
          ? addDays(today, 1 - 7 * many)
          : addDays(addMonths(today, -many * (unit === 'year' ? 12 : 1)), 1)
    return { from, to: today }
  }
  const rule = (pattern: string, read: Read): Rule => [new RegExp(pattern), read]

  const withDays: Rule[] = [
    rule(
      `${pt ? '(?:(?:de|entre|do dia) )?' : '(?:(?:from|between) )?'}${iso} ${pt ? '(?:a|ate|e|ao dia)' : '(?:to|until|and|through)'} ${iso}`,
      ([a, b]) => ordered(isoDay(a!), isoDay(b!)),
    ),
    rule(
      `${pt ? '(?:(?:de|entre|do dia|entre os dias) )?' : '(?:(?:from|between) )?'}${numeric} ${pt ? '(?:a|ate|e|ao dia)' : '(?:to|until|and|through)'} ${numeric}`,
      (g, today, isDue) => {
        const to = numericDay(g.slice(3), today, isDue)
        const from = numericDay(g.slice(0, 3), today, isDue, g[5])
        return ordered(from > to && !g[2] ? `${Number(from.slice(0, 4)) - 1}${from.slice(4)}` : from, to)
      },
    ),
    pt
      ? rule(
          `(?:de|entre|do dia|entre os dias|dos dias) (\\d{1,2}) (?:a|ate|e|ao dia) (\\d{1,2}) de (${m})${year}`,
          (g, today, isDue) => {
            const mon = month(g[2]!)
            const y = yearFor(mon, g[3], today, isDue, Number(g[0]))
            return ordered(dayOf(y, mon, Number(g[0])), dayOf(y, mon, Number(g[1])))
          },
        )
      : rule(
          `(?:(?:from|between) )?(${m}) (\\d{1,2}) (?:to|until|and|through) (?:\\1 )?(\\d{1,2})${year}`,
          (g, today, isDue) => {
            const mon = month(g[0]!)
            const y = yearFor(mon, g[3], today, isDue, Number(g[1]))
            return ordered(dayOf(y, mon, Number(g[1])), dayOf(y, mon, Number(g[2])))
          },
        ),
    rule(
      pt
        ? `(?:de|entre|do dia) (\\d{1,2}) de (${m})${year} (?:a|ate|e|ao dia) (\\d{1,2}) de (${m})${year}`
        : `(?:from|between) (${m}) (\\d{1,2})${year} (?:to|until|and|through) (${m}) (\\d{1,2})${year}`,
      (g, today, isDue) => {
        const [d1, m1, y1, d2, m2, y2] = pt ? g : [g[1], g[0], g[2], g[4], g[3], g[5]]
        const to = yearFor(month(m2!), y2, today, isDue, Number(d2))
        const from = y1 ? Number(y1) : month(m1!) > month(m2!) ? to - 1 : to
        return ordered(dayOf(from, month(m1!), Number(d1)), dayOf(to, month(m2!), Number(d2)))
      },
    ),
    rule(
      `${pt ? '(?:de|entre) ' : '(?:from|between) '}(${m})${year} ${pt ? '(?:a|ate|e)' : '(?:to|until|and|through)'} (${m})${year}`,
      (g, today, isDue) => {
        const to = yearFor(month(g[2]!), g[3], today, isDue)
        const from = g[1] ? Number(g[1]) : month(g[0]!) > month(g[2]!) ? to - 1 : to
        return upTo(ordered(dayOf(from, month(g[0]!), 1), endOfMonth(dayOf(to, month(g[2]!), 1))), today, isDue)
      },
    ),
    rule(
      pt ? `desde (?:o )?(?:dia )?(\\d{1,2}) de (${m})${year}` : `since (${m}) (\\d{1,2})${year}`,
      (g, today, isDue) => {
        const [date, mon] = pt ? [Number(g[0]), month(g[1]!)] : [Number(g[1]), month(g[0]!)]
        return ordered(dayOf(yearFor(mon, g[2], today, isDue, date), mon, date), today)
      },
    ),
    ...(pt
      ? []
      : [
          rule(
            `(?:from|between) (?:the )?(\\d{1,2}) (?:of )?(${m})${year} (?:to|until|and|through) (?:the )?(\\d{1,2}) (?:of )?(${m})${year}`,
            ([d1, m1, y1, d2, m2, y2], today, isDue) => {
              const to = yearFor(month(m2!), y2, today, isDue, Number(d2))
              const from = y1 ? Number(y1) : month(m1!) > month(m2!) ? to - 1 : to
              return ordered(dayOf(from, month(m1!), Number(d1)), dayOf(to, month(m2!), Number(d2)))
            },
          ),
        ]),
    rule(
      pt
        ? `(?:desde|de) (${w})(?:[- ]feira)? (?:ate|a) (?:hoje|agora)|desde (${w})(?:[- ]feira)?`
        : `(?:since|from) (${w})(?: (?:to|until|till) (?:today|now))?`,
      ([a, b], today) => ({ from: onWeekday(placeIn(w, (a ?? b)!), today, false, '').from, to: today }),
    ),
    rule(`${pt ? 'desde' : 'since'} (${m})${year}`, (g, today, isDue) =>
      ordered(dayOf(yearFor(month(g[0]!), g[1], today, isDue), month(g[0]!), 1), today),
    ),
    rule(`${pt ? '(?:desde|desde o dia)' : 'since'} ${numeric}`, (g, today, isDue) =>
      ordered(numericDay(g, today, isDue), today),
    ),
    rule(
      pt
        ? `(?:em |no |do |de )?(?:dia )?(\\d{1,2}) de (${m})${year}`
        : `(?:on |of |for )?(?:the )?(${m}) (\\d{1,2})${year}`,
      (g, today, isDue) => {
        const [date, mon] = pt ? [Number(g[0]), month(g[1]!)] : [Number(g[1]), month(g[0]!)]
        return single(dayOf(yearFor(mon, g[2], today, isDue, date), mon, date))
      },
    ),
    ...(pt
      ? []
      : [
          rule(`(?:on |of |for )?(?:the )?(\\d{1,2}) (?:of )?(${m})${year}`, (g, today, isDue) => {
            const [date, mon] = [Number(g[0]), month(g[1]!)]
            return single(dayOf(yearFor(mon, g[2], today, isDue, date), mon, date))
          }),
        ]),
    rule(`${pt ? '(?:em |no |do |de )?(?:dia )?' : '(?:on |of |for )?'}${iso}`, ([a]) => single(isoDay(a!))),
    rule(`${pt ? '(?:em |no |do |de )?(?:dia )?' : '(?:on |of |for )?'}${numeric}`, (g, today, isDue) =>
      single(numericDay(g, today, isDue)),
    ),
    rule(
      pt
        ? `(?:em |no mes de |do mes de |de |durante |no )?(${m}) (?:do|de) ano (?:passado|anterior)`
        : `(?:in |of |for |during )?(${m})(?: of)? last year`,
      ([name], today) => monthOf(dayOf(Number(today.slice(0, 4)) - 1, month(name!), 1)),
    ),
    rule(
      pt
        ? `(?:em |no mes de |do mes de |de |durante |no )?(${m})${year}`
        : `(?:in |of |for |during |the month of |last )(${m})${year}|(${m.replace('|may', '').replace('|march', '')})${year}|(may|march) (\\d{4})`,
      (g, today, isDue) => {
        const [name, said] = [g[0] ?? g[2] ?? g[4], g[1] ?? g[3] ?? g[5]]
        return upTo(monthOf(dayOf(yearFor(month(name!), said, today, isDue), month(name!), 1)), today, isDue)
      },
    ),
    rule(
      pt ? '(?:em|no ano de|do ano de|de|durante) ((?:19|20)\\d\\d)' : '(?:in|of|for|during) ((?:19|20)\\d\\d)',
      ([y], today, isDue) => upTo(yearOf(Number(y)), today, isDue),
    ),
  ]

  const named: Rule[] = pt
    ? [
        rule('(?:de )?hoje', (_, today) => single(today)),
        rule('anteontem|antes de ontem', (_, today) => single(addDays(today, -2))),
        rule('(?:de )?ontem', (_, today) => single(addDays(today, -1))),
        rule('depois de amanha', (_, today) => single(addDays(today, 2))),
        rule('(?:de )?amanha', (_, today) => single(addDays(today, 1))),
        rule('(?:n?a |da )?(?:semana (?:passada|anterior)|ultima semana)', (_, today) => weekOf(addDays(today, -7))),
        rule('(?:n?a |da )?(?:proxima semana|semana que vem)', (_, today) => weekOf(addDays(today, 7))),
        rule('(?:n?esta|n?essa|da|na|desta|dessa) semana(?: atual)?|semana atual', (_, today, isDue) =>
          upTo(weekOf(today), today, isDue),
        ),
        rule('(?:n?o |do )?(?:mes (?:passado|anterior)|ultimo mes)', (_, today) =>
          monthOf(addMonths(startOfMonth(today), -1)),
        ),
        rule('ate (?:o )?(?:fim|final) (?:do|deste|desse) mes', (_, today, isDue) =>
          isDue ? { from: today, to: endOfMonth(today) } : upTo(monthOf(today), today, isDue),
        ),
        rule('(?:n?o |do )?dia (\\d{1,2})', ([date], today, isDue) => onDate(Number(date), today, isDue)),
        rule('(?:n?o |do )?(?:proximo mes|mes que vem)', (_, today) => monthOf(addMonths(startOfMonth(today), 1))),
        rule('(?:n?este|n?esse|deste|desse|do|no) mes(?: atual)?|mes atual', (_, today, isDue) =>
          upTo(monthOf(today), today, isDue),
        ),
        rule('(?:n?o |do )?(?:trimestre (?:passado|anterior)|ultimo trimestre)', (_, today) =>
          quarterOf(addMonths(quarterOf(today).from, -3)),
        ),
        rule('(?:n?este|n?esse|deste|desse|do|no) trimestre(?: atual)?|trimestre atual', (_, today, isDue) =>
          upTo(quarterOf(today), today, isDue),
        ),
        rule('(?:n?o |do )?(?:semestre (?:passado|anterior)|ultimo semestre)', (_, today) =>
          halfOf(addMonths(halfOf(today).from, -6)),
        ),
        rule('(?:n?este|n?esse|deste|desse|do|no) semestre(?: atual)?|semestre atual', (_, today, isDue) =>
          upTo(halfOf(today), today, isDue),
        ),
        rule('(?:n?o |do )?(?:ano (?:passado|anterior)|ultimo ano)', (_, today) =>
          yearOf(Number(today.slice(0, 4)) - 1),
        ),
        rule('(?:n?este|n?esse|deste|desse|do|no) ano(?: atual)?|ano atual', (_, today, isDue) =>
          upTo(yearOf(Number(today.slice(0, 4))), today, isDue),
        ),
        rule(`(?:n?os |dos |em |as |nas |das )?(?:ultim[oa]s|passad[oa]s) (${n}) dias`, ([c], today) =>
          back(c!, 'day', today),
        ),
        rule(`(?:n?as |das )?ultimas (${n}) semanas`, ([c], today) => back(c!, 'week', today)),
        rule(`(?:n?os |dos )?ultimos (${n}) meses`, ([c], today) => back(c!, 'month', today)),
        rule(`(?:n?os |dos )?ultimos (${n}) anos`, ([c], today) => back(c!, 'year', today)),
        rule(`(?:n?os |dos |para os )?proximos (${n}) dias`, ([c], today) => ({
          from: today,
          to: addDays(today, count(c!) - 1),
          ahead: count(c!),
        })),
        rule(
          `(?:n?a |no |da |do |de |desta |nesta )?(?:ultim[oa] )?(${w})(?:[- ]feira)?(?: passad[oa])?`,
          ([d], ...rest) => onWeekday(placeIn(w, d!), ...rest),
        ),
        rule('(?:n?o |do )?(?:ultimo )?(?:fim de semana|final de semana)(?: passado)?', (_, today) => {
          const sunday = addDays(startOfWeek(today), -1)
          return { from: addDays(sunday, -1), to: sunday }
        }),
      ]
    : [
        rule('(?:of |for )?today', (_, today) => single(today)),
        rule('(?:the )?day before yesterday', (_, today) => single(addDays(today, -2))),
        rule('(?:of |for )?yesterday', (_, today) => single(addDays(today, -1))),
        rule('(?:the )?day after tomorrow', (_, today) => single(addDays(today, 2))),
        rule('(?:of |for )?tomorrow', (_, today) => single(addDays(today, 1))),
        rule('(?:(?:in|of|for) )?(?:this|the current) week', (_, today, isDue) => upTo(weekOf(today), today, isDue)),
        rule('(?:(?:in|of|for) )?(?:last|the last|the previous|previous) week', (_, today) =>
          weekOf(addDays(today, -7)),
        ),
        rule('(?:(?:in|of|for) )?(?:the )?next week', (_, today) => weekOf(addDays(today, 7))),
        rule('(?:(?:in|of|for) )?(?:last|the last|the previous|previous) month', (_, today) =>
          monthOf(addMonths(startOfMonth(today), -1)),
        ),
        rule('(?:by|until|till) (?:the )?end of (?:the|this) month', (_, today, isDue) =>
          isDue ? { from: today, to: endOfMonth(today) } : upTo(monthOf(today), today, isDue),
        ),
        rule('(?:on|of) the (\\d{1,2})', ([date], today, isDue) => onDate(Number(date), today, isDue)),
        rule('(?:(?:in|of|for) )?(?:the )?next month', (_, today) => monthOf(addMonths(startOfMonth(today), 1))),
        rule('(?:(?:in|of|for) )?(?:this|the current|the) month|month to date', (_, today, isDue) =>
          upTo(monthOf(today), today, isDue),
        ),
        rule('(?:(?:in|of|for) )?(?:last|the last|the previous|previous) quarter', (_, today) =>
          quarterOf(addMonths(quarterOf(today).from, -3)),
        ),
        rule('(?:(?:in|of|for) )?(?:this|the current) quarter', (_, today, isDue) =>
          upTo(quarterOf(today), today, isDue),
        ),
        rule('(?:(?:in|of|for) )?(?:last|the last|the previous|previous) year', (_, today) =>
          yearOf(Number(today.slice(0, 4)) - 1),
        ),
        rule('(?:(?:in|of|for) )?(?:this|the current) year|year to date', (_, today, isDue) =>
          upTo(yearOf(Number(today.slice(0, 4))), today, isDue),
        ),
        rule(`(?:(?:in|of|for|over|during) )?(?:the )?(?:last|past|previous) (${n}) days`, ([c], today) =>
          back(c!, 'day', today),
        ),
        rule(`(?:(?:in|of|for|over|during) )?(?:the )?(?:last|past|previous) (${n}) weeks`, ([c], today) =>
          back(c!, 'week', today),
        ),
        rule(`(?:(?:in|of|for|over|during) )?(?:the )?(?:last|past|previous) (${n}) months`, ([c], today) =>
          back(c!, 'month', today),
        ),
        rule(`(?:(?:in|of|for|over|during) )?(?:the )?(?:last|past|previous) (${n}) years`, ([c], today) =>
          back(c!, 'year', today),
        ),
        rule(`(?:(?:in|of|for|over|during|within) )?(?:the )?(?:next|coming) (${n}) days`, ([c], today) => ({
          from: today,
          to: addDays(today, count(c!) - 1),
          ahead: count(c!),
        })),
        rule(`(?:on |of |for )?(?:last )?(${w})`, ([d], ...rest) => onWeekday(placeIn(w, d!), ...rest)),
        rule('(?:(?:on|over|of|in) )?(?:the )?(?:last )?weekend', (_, today) => {
          const sunday = addDays(startOfWeek(today), -1)
          return { from: addDays(sunday, -1), to: sunday }
        }),
      ]
  return [...withDays, ...named]
}

export const rules: Record<Language, Rule[]> = { pt: rulesOf('pt'), en: rulesOf('en') }
