import { createTranslator } from 'use-intl/core'
import en from '@/messages/en.json'
import pt from '@/messages/pt-BR.json'
import { DiscrepancyCause } from '@/lib/generated/prisma/enums'
import { explainCause } from './explain-cause'

const messages = { pt, en }
const say = (cause: DiscrepancyCause, facts: Record<string, string>, language: 'pt' | 'en' = 'pt') => {
  const { key, values } = explainCause({ cause, facts }, language)
  const onError = (error: Error) => {
    throw error
  }
  const t = createTranslator({ locale: language, messages: messages[language], onError })
  return t(`reconciliation.why.${key}`, values).replaceAll('\u00a0', ' ')
}

const freight = { carrier: '-12499', buyerPaid: '8259', rebate: '3000', charged: '-1240', expected: '0' }

test.each([
  [
    'freight',
    freight,
    'O frete cobrado (R$ 124,99) passou do pago pelo comprador mais o desconto da Shopee (R$ 112,59).',
  ],
  ['late', { due: '2026-11-18' }, 'O prazo de liberação terminou em 18/11/2026 e o pagamento não entrou.'],
  [
    'commission_band',
    { expectedBand: '8000-9999', chargedBand: '20000-', chargedCommission: '1', expectedCommission: '2' },
    'O preço está na faixa de R$ 80,00 – R$ 99,99, mas a taxa cobrada é a da faixa de ≥ R$ 200,00.',
  ],
  [
    'commission_rate',
    { chargedCommission: '1800', expectedCommission: '1200', rule: 'Março de 2026', byRule: 'Antes de março' },
    'A comissão cobrada (R$ 18,00) é a da regra “Antes de março”; pela regra do dia do pedido seria R$ 12,00.',
  ],
  ['withheld', { charged: '-150', expected: '0' }, 'Foram retidos R$ 1,50 do repasse.'],
] as const)('%s is explained with its facts', (cause, facts, sentence) => {
  expect(say(cause, facts)).toBe(sentence)
})

test('an unknown fact is left out of the sentence, never guessed: a missing carrier and rebate', () => {
  for (const facts of [{}, { ...freight, carrier: '0' }] as Record<string, string>[])
    expect(say('freight', facts)).toBe('O frete descontado passou do que o comprador pagou mais o desconto da Shopee.')
})

test('every cause has a sentence of its own in both languages, also without a fact', () => {
  for (const language of ['pt', 'en'] as const) {
    const explanations = Object.values(DiscrepancyCause).map((cause) => say(cause, {}, language))
    expect(new Set(explanations).size).toBe(explanations.length)
  }
})
