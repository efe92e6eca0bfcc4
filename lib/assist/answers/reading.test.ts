import { languages, type Language } from '@/lib/core/language'
import type { Role } from '@/lib/core/permissions'
import { callTool } from '../tools/call'
import { findTool } from '../tools/registry'
import { worldOf } from './question-bank/world'
import { nearestTo } from './nearest'
import { asRefusal, readQuestion } from './reading'

/** The metrics that answer, or why none does. */
async function read(question: string, language: Language, role: Role = 'owner'): Promise<string> {
  try {
    const readings = await readQuestion(question, language, role, worldOf(language))
    return readings.flatMap(({ plan }) => plan.calls.map(({ metric }) => metric.id)).join('+')
  } catch (error) {
    const refusal = asRefusal(error)
    if (!refusal) throw error
    return `refused: ${refusal.why}`
  }
}

test.each([
  ['pt', 'oi', 'greeting'],
  ['pt', 'Oi, tudo bem?', 'greeting'],
  ['pt', 'bom dia, blz?', 'greeting'],
  ['pt', 'oi ana', 'greeting'],
  ['pt', 'obrigado', 'thanks'],
  ['pt', 'vlw, obg!', 'thanks'],
  ['en', 'hi there', 'greeting'],
  ['en', 'good morning!', 'greeting'],
  ['en', 'great, thanks', 'thanks'],
] as const)('a greeting is answered by three questions (%s: %s)', async (language, question, why) => {
  const thrown: unknown = await readQuestion(question, language, 'owner', worldOf(language)).catch(
    (error: unknown) => error,
  )
  const refusal = asRefusal(thrown)!
  expect(refusal.why).toBe(why)
  const owner = { organizationId: '', userId: '', timeZone: 'UTC', legalEntityIds: null, kind: 'person', role: 'owner' }
  const { shown, names, isMeant } = nearestTo({ ...owner, language } as never, refusal, question)
  expect({ shown: shown.why, names, isMeant }).toEqual({
    shown: why,
    names: ['salesWeek', 'today', 'topProducts'],
    isMeant: false,
  })
})

test.each([
  ['pt', 'oi, qto vendi hj', 'sales'],
  ['pt', 'bom dia, produtos de beleza', 'refused: unknownWords'],
  ['en', 'thanks, and the profit?', 'profit'],
] as const)('a question after a greeting is a question (%s: %s)', async (language, question, wanted) => {
  expect(await read(question, language)).toBe(wanted)
})

test.each(languages)('a role is refused what its screens do not show (%s)', async (language) => {
  const limit = language === 'pt' ? 'quanto falta pro limite do mei' : 'mei limit'
  expect(await read(limit, language, 'owner')).toBe('revenueLimits')
  expect(await read(limit, language, 'operator')).toBe('refused: permission')
})

test('a role that may not send orders is refused their invoices, and not shown none', async () => {
  const reader = {
    organizationId: '',
    userId: '',
    timeZone: 'UTC',
    legalEntityIds: null,
    kind: 'person',
    role: 'viewer',
  }
  const input = { invoices: 'refused' }
  await expect(callTool(findTool('work_today'), reader as never, input)).rejects.toMatchObject({
    code: 'permissionDenied',
  })
})

test('two named shops are answered each by itself; what is more than one shop is not', async () => {
  expect(await read('quem vende mais, norte ou bella?', 'pt')).toBe('sales+sales')
  expect(await read('qual loja vende mais que a norte', 'pt')).toBe('refused: noShop')
})
