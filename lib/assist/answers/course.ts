import { addDays, addMonths, startOfMonth, type Day, type DayRange } from '@/lib/core/dates'
import type { Language } from '@/lib/core/language'
import type { Step, ToolAnswer } from '../tools/contract'
import { Refusal, type Metric } from './grammar'
import type { Words } from './words'

/** How something went, in the steps that are said or in those that suit it. */
export type Course = Step | 'any'

type Said = Record<Course | 'how', RegExp>

const said: Record<Language, Said> = {
  pt: {
    day: /(?:por|(?:a |de |em )?cada) dia|dia (?:a|por) dia|diari[ao]s?|diariamente/,
    week: /(?:por|(?:a |de |em )?cada) semana|semana (?:a|por) semana|semana(?:l|is|lmente)/,
    month: /(?:por|(?:a |de |em )?cada) mes|mes (?:a|por) mes|mensa(?:l|is|lmente)/,
    any: /(?:a |o |um )?(?:evolucao|historico|grafico|andamento)(?: (?:d[aeo]s?|com))?(?: (?:as|os|a|o))?|ao longo(?: d[aeo])?/,
    how: /como (?:foram|foi|andam|anda|vao|vai|estao indo|esta indo|evoluiram|evoluiu)(?: (?:as|os|a|o))?(?: (?:minhas|meus|minha|meu))?/,
  },
  en: {
    day: /(?:by|per|(?:on |for )?each|(?:on |for )?every) day|day (?:by|to|after) day|daily/,
    week: /(?:by|per|(?:in |for )?each|(?:in |for )?every) week|week (?:by|to|after) week|weekly/,
    month: /(?:by|per|(?:in |for )?each|(?:in |for )?every) month|month (?:by|to|after) month|monthly/,
    any: /(?:the |a )?(?:evolution|course|history|chart|graph|development)(?: of)?(?: (?:the|my|our))?|over time/,
    how: /(?:go|gone|going|doing|evolve|evolved|develop|developed)/,
  },
}

/** "Como foram as vendas" asks for no more than the sales; their course is shown with them. */
export function takeCourse(words: Words, language: Language): Course | null {
  const { how, ...courses } = said[language]
  const matches = (['day', 'week', 'month', 'any'] as const).filter((step) => words.take(courses[step]).length > 0)
  words.take(how)
  return matches[0] ?? null
}

const MONTHS = 6
const WEEKS = 12
const byMonth: readonly Metric['tool'][] = ['monthly_result', 'fees_paid']

/** The days of a course that names none; null where those that the tool takes by itself are enough. */
export function daysOfCourse({ tool, period }: Metric, course: Course | null, today: Day): DayRange | null {
  if (!course || period !== 'past') return null
  if (course === 'month' || byMonth.includes(tool))
    return { from: addMonths(startOfMonth(today), 1 - MONTHS), to: today }
  return course === 'week' ? { from: addDays(today, 1 - 7 * WEEKS), to: today } : null
}

export function requireCourse({ series }: ToolAnswer, course: Course | null): void {
  if (course && (!series || (course !== 'any' && series.by !== course))) throw new Refusal('noCourse')
}
