import type { Metric } from '../grammar'

/** Expenses. */
export const expensesMetrics: readonly Metric[] = [
  ...(
    [
      ['overdue', '', 'vencidas?|atrasadas?|em atraso', 'overdue|late'],
      ['paid', '', 'pagas|ja pagas|que (?:eu )?(?:ja )?paguei', 'paid|already paid|(?:that )?i (?:already )?paid'],
      [
        'pending',
        '',
        'nao pagas|em aberto|abertas|pendentes|a pagar|por pagar|sem pagar|que (?:vencem|vao vencer)|a vencer',
        'unpaid|open|pending|to pay|not paid|(?:that are )?due',
      ],
    ] as const
  ).map(([status, , pt, en]): Metric => ({
    id: `${status}Expenses`,
    words: {
      pt: new RegExp(
        `(?:despesas?|contas?) (?:que )?(?:esta |estao |foram |sao )?(?:${pt})|(?:despesas|contas) (?:eu )?(?:tenho|temos) (?:${pt})${status === 'paid' ? '|quanto (?:eu )?paguei (?:de|em) (?:despesas|contas)' : status === 'pending' ? '|(?:quanto|o que) (?:que )?(?:eu )?(?:ainda )?(?:tenho (?:a|para|que|de)|falta|preciso|devo) pagar(?! (?:de |em |o )?impostos?)' : ''}`,
      ),
      en: new RegExp(
        `(?:${en}) (?:expenses?|bills?)|(?:expenses|bills) (?:that )?(?:are |were |is |do i have |have i )?(?:still )?(?:${en})${status === 'paid' ? '|how much (?:did i pay (?:in|for)|have i paid in) (?:expenses|bills)' : status === 'pending' ? '|(?:how much|what) do (?:i|we) (?:still )?(?:have to|need to) pay|what is due' : ''}`,
      ),
    },
    tool: 'expenses',
    input: { status, ...(status === 'paid' && { by: 'paid' }) },
    figures: ['expenses', 'expensesTotal'],
    rows: { name: 0, value: 2, most: 5 },
    period: 'due',
    shop: true,
  })),
  ...(
    [
      ['fixed', 'fixas', 'fixed'],
      ['variable', 'variaveis', 'variable'],
    ] as const
  ).map(([kind, pt, en]): Metric => ({
    id: `${kind}Expenses`,
    words: {
      pt: new RegExp(`(?:quanto gastei (?:com|em) )?(?:despesas|contas|custos) ${pt}`),
      en: new RegExp(`(?:how much did i spend on )?${en} (?:expenses|bills|costs)`),
    },
    tool: 'expenses',
    input: { status: 'all', kind },
    figures: ['expenses', 'expensesTotal'],
    rows: { name: 0, value: 2, most: 5 },
    period: 'due',
    shop: true,
  })),
  {
    id: 'expenses',
    words: {
      pt: /(?:quanto (?:eu )?gastei (?:com|em|de) (?:despesas|contas)|(?:total (?:de|das) )?despesas)/,
      en: /(?:how much did i spend (?:on|in) (?:expenses|bills)|(?:total (?:of )?)?expenses)/,
    },
    tool: 'expenses',
    input: { status: 'all' },
    figures: ['expenses', 'expensesTotal'],
    period: 'due',
    shop: true,
  },
]
