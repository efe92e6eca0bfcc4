import en from '@/messages/en.json'
import pt from '@/messages/pt-BR.json'
import { changesOf } from './changes'
import { AUDIT_EVENTS } from '@/lib/core/audit/events'
import { readerOf } from './reader'
import { eventName, sentenceOf, writeValue } from './words'

const entry = {
  actorKind: 'person' as const,
  actorId: 'a',
  person: { name: 'Maria', isMember: true },
  before: null,
  after: null,
  subject: { kind: 'product', name: 'CANECA', href: null },
}

test.each(['pt', 'en'] as const)(
  'every event has a sentence in %s that says who, and of a record which',
  (language) => {
    const reader = readerOf(language, 'America/Sao_Paulo')
    for (const event of AUDIT_EVENTS) {
      const text = sentenceOf({ ...entry, event }, reader)
      expect({ event, unknown: text === sentenceOf({ ...entry, event: 'nothing.known' }, reader) }).toEqual({
        event,
        unknown: false,
      })
      expect(text).not.toMatch(/audit\.|[{}<>]/)
      expect(eventName(event, reader)).toMatch(/^\p{Lu}/u)
    }
  },
)

test('both languages tell the same events, fields and values', () => {
  const keys = (value: unknown, path = ''): string[] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, inner]) => keys(inner, `${path}.${key}`))
      : [path]
  expect(keys(en.audit).toSorted()).toEqual(keys(pt.audit).toSorted())
})

test('stock is shown in numbers, and a person no longer known is a deleted account', () => {
  const reader = readerOf('pt', 'America/Sao_Paulo')
  const adjusted = { ...entry, event: 'stock.adjusted', before: { onHand: 10 }, after: { onHand: 8 } }
  expect(sentenceOf(adjusted, reader)).toBe('Maria baixou o estoque de CANECA de 10 para 8')
  expect(sentenceOf({ ...adjusted, person: null }, reader)).toMatch(/^Uma conta apagada baixou/)
  const left = { name: 'Maria', isMember: false }
  expect(sentenceOf({ ...adjusted, person: left }, reader)).toMatch(/^Maria \(saiu da empresa\) baixou/)
  expect(sentenceOf({ ...adjusted, actorKind: 'assistant' }, reader)).toMatch(
    /^O assistente, a pedido de Maria, baixou/,
  )
})

test('fields are shown by their type: money, days, moments, lists and the records that they name', () => {
  const before = {
    priceCents: '1000',
    dueOn: '2026-11-21',
    same: 1,
    productId: 'p',
    lines: [{ quantity: 2, unitPriceCents: '500' }],
    cost: '1265.010000',
  }
  const after = { priceCents: '1250', dueOn: null, same: 1, productId: 'q', lines: [], cost: '0.0125', done: true }
  const changesText = (language: 'pt' | 'en') =>
    changesOf('product', before, after).map(({ field, ...values }) => {
      const write = (value: typeof values.before) =>
        writeValue(value, readerOf(language, 'America/Sao_Paulo'), ({ id }) => (id === 'p' ? 'CANECA' : null))
      return [field, write(values.before), write(values.after)].map((text) => text.replace(/\u00a0/g, ' '))
    })
  expect(changesText('pt')).toEqual([
    ['priceCents', 'R$ 10,00', 'R$ 12,50'],
    ['dueOn', '21/11/2026', 'vazio'],
    ['productId', 'CANECA', '(registro que não existe mais)'],
    ['lines', 'Quantidade: 2, Preço unitário: R$ 5,00', 'vazio'],
    ['cost', 'R$ 1.265,01', 'R$ 0,0125'],
    ['done', 'vazio', 'sim'],
  ])
  expect(changesText('en')[0]).toEqual(['priceCents', 'R$10.00', 'R$12.50'])
  expect(changesText('en')[4]).toEqual(['cost', 'R$1,265.01', 'R$0.0125'])
})

test.each([
  ['pt', 'desde o início', '21/11/2026'],
  ['en', 'from the beginning', 'Nov 21, 2026'],
] as const)('a cost that holds from the beginning says so in %s, and no day', (language, beginning, later) => {
  const told = (fromDay: string) => {
    const [change] = changesOf('product', null, { fromDay })
    return writeValue(change!.after, readerOf(language, 'America/Sao_Paulo'), () => null)
  }
  expect(told('2000-01-01')).toBe(beginning)
  expect(told('2026-11-21')).toBe(later)
})
