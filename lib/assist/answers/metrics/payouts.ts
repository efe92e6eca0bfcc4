import type { Metric } from '../grammar'

/** Money to come, payouts and cases. */
export const payoutsMetrics: readonly Metric[] = [
  {
    id: 'latePayouts',
    words: {
      pt: /(?:repasses|pagamentos da shopee) (?:que estao |estao )?atrasados|quanto (?:a shopee )?esta atrasad[oa]/,
      en: /(?:late payouts|payouts (?:that are |are )?late|overdue payouts)/,
    },
    tool: 'unreconciled_payouts',
    input: { state: 'late' },
    figures: ['differingOrders', 'paymentDifference'],
    rows: { name: 0, value: 6, most: 5 },
    period: 'past',
    shop: true,
  },
  {
    id: 'differences',
    words: {
      pt: /(?:(?:pedidos|repasses|pagamentos) (?:com |que tem |tem |por )?(?:diferencas?|divergencias?|conferir)(?: (?:nos|no|de) (?:repasses?|pagamentos?))?|(?:diferencas?|divergencias?) (?:nos|de|dos|em) (?:repasses?|pagamentos?)|repasses a conferir|quanto a shopee (?:pagou|me pagou|repassou) a menos|repasses nao conciliados)/,
      en: /(?:payout differences?|differences? in (?:the |my )?payouts|payouts (?:with (?:a )?differences?|that differ|to check)|unreconciled payouts|orders (?:with|(?:that )?have) (?:a )?(?:payout )?differences?(?: in (?:the |their )?payouts?)?|how much did shopee underpay)/,
    },
    tool: 'unreconciled_payouts',
    figures: ['differingOrders', 'paymentDifference'],
    rows: { name: 0, value: 6, most: 5 },
    period: 'past',
    shop: true,
  },
  {
    id: 'payoutsToCome',
    words: {
      pt: /(?:quanto (?:que )?(?:eu )?(?:ainda )?(?:vou|tenho (?:a|para)|falta(?: eu)?) receber(?: (?:da shopee|de repasses?))?|(?:repasses|dinheiro|pagamentos) (?:a|para|por) (?:receber|vir)|proximos repasses|quanto (?:que )?(?:a shopee )?(?:ainda )?(?:(?:vai|tem que) (?:me )?(?:pagar|repassar)|me deve|vai cair)(?: para mim)?|quando (?:eu )?(?:vou )?rec(?:ebo|eber)(?: da shopee)?)/,
      en: /(?:how much (?:will i|am i going to|do i have to) (?:receive|be paid|get paid|get)(?: (?:by|from) shopee)?|how much (?:is shopee going to|will shopee|does shopee have to|is shopee about to) (?:pay|send|release)(?: (?:to )?me)?|when (?:do|will) i get paid|payouts? to come|(?:upcoming|next|coming) payouts|money to come|how much does shopee owe me)/,
    },
    tool: 'cash_ahead',
    input: { series: 'payoutsToCome' },
    figures: ['payoutsToCome', 'payoutOrders'],
    period: 'ahead',
    shop: true,
  },
  {
    id: 'balance',
    words: {
      pt: /(?:(?:qual )?(?:e )?(?:o )?(?:meu )?saldo (?:da|na) (?:carteira|shopee|minha carteira)|saldo(?: atual)?|quanto tenho na (?:carteira|shopee))/,
      en: /(?:(?:my |the )?(?:wallet balance|balance of (?:my |the )?wallet|balance)(?: now)?|how much (?:do i have|is) in (?:my |the )?wallet)/,
    },
    tool: 'cash_ahead',
    figures: ['walletBalance'],
    notes: ['balanceUnknown'],
    isAlone: true,
    period: 'none',
    shop: true,
  },
  {
    id: 'casesWaiting',
    words: {
      pt: /(?:contestacoes|casos) (?:que estao |estao )?(?:em andamento|enviad[ao]s|aguardando(?: resposta)?|em analise)/,
      en: /cases (?:that are |are )?(?:in progress|waiting(?: for an answer)?|filed|under review)/,
    },
    tool: 'open_cases',
    input: { step: 'waiting' },
    figures: ['casesWaiting', 'casesWaitingAmount'],
    rows: { name: 0, value: 4, most: 5 },
    period: 'none',
    shop: true,
  },
  {
    id: 'casesTodo',
    words: {
      pt: /(?:contestacoes|casos|disputas) (?:que (?:tenho|preciso) (?:que |de )?|a |para |por )?(?:enviar|abrir|contestar|abert[ao]s|em aberto)|contestacoes/,
      en: /(?:open cases|cases (?:that are |are )?(?:to file|open|to be filed)|cases)/,
    },
    tool: 'open_cases',
    input: { step: 'todo' },
    figures: ['casesTodo', 'casesTodoAmount'],
    rows: { name: 0, value: 5, most: 5 },
    period: 'none',
    shop: true,
  },
  {
    id: 'health',
    words: {
      pt: /(?:(?:como (?:esta|vai|estao) )?(?:a )?saude(?: (?:da|das|de) (?:minha |minhas |suas? )?lojas?)?|indicadores fora da meta)/,
      en: /(?:(?:the )?(?:shop|store) health|health of (?:my |the )?(?:shops?|stores?)|marks off target)/,
    },
    tool: 'shop_health',
    figures: ['marksOff', 'lateNow', 'blockedListings'],
    period: 'none',
    shop: true,
  },
]
