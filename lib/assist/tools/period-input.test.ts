import { isDated, readDuePeriod, readPeriod } from './period-input'

const now = new Date('2026-11-23T12:00:00Z')
const zone = 'America/Sao_Paulo'
const past = (input: object) => readPeriod(input, zone, now)
const due = (input: object) => readDuePeriod(input, zone, now)

test('a first day alone goes to today', () => {
  expect(past({ from: '2026-03-05' })).toEqual({ from: '2026-03-05', to: '2026-11-23' })
  expect(past({ from: '2026-03-05', period: 'year' })).toEqual({ from: '2026-03-05', to: '2026-11-23' })
  expect(due({ from: '2026-03-05' })).toEqual({ from: '2026-03-05', to: '2026-11-23' })
})

test.each([
  ['a last day alone', { to: '2026-03-31' }, 'from'],
  ['a last day and a named period', { to: '2026-03-31', period: '7d' }, 'from'],
  ['a first day ahead alone', { from: '2026-12-01' }, 'to'],
])('%s is refused, not answered with other days', (_, input, field) => {
  const refused = expect.objectContaining({ code: 'invalidInput', fields: { [field]: [expect.any(String)] } })
  for (const read of [past, due]) {
    let thrown: unknown = null
    try {
      read(input)
    } catch (error) {
      thrown = error
    }
    expect(thrown).toEqual(refused)
  }
})

test('without days, what is past is of the last 30 and what is due is all of it', () => {
  expect([past({}), due({})]).toEqual([{ from: '2026-10-25', to: '2026-11-23' }, null])
  expect(past({ period: 'year' })).toEqual({ from: '2026-01-01', to: '2026-11-23' })
  expect(past({ from: '2026-03-31', to: '2026-03-01' })).toEqual({ from: '2026-03-01', to: '2026-03-31' })
  expect(due({ from: '2026-12-01', to: '2026-12-31' })).toEqual({ from: '2026-12-01', to: '2026-12-31' })
  expect([{}, { to: '2026-03-31' }, { from: '2026-03-31' }, { period: '7d' }].map(isDated)).toEqual([
    false,
    true,
    true,
    true,
  ])
})
