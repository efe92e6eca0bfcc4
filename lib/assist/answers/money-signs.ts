import { items, things, type Signs } from './sign-words'

const claims = '(?:contestacao|contestacoes|disputas?|chamados?)'
const bills = '(?:contas?|boletos?|despesas?)'
const taken = '(?:paguei|pagamos|pago|cobrou|cobraram|tirou|tiraram|descontou|descontaram|levou|gastei|comeu|comendo)'
const charged = '(?:pay|paid|charged?|take|took|taken|keep|kept)'

/** Money, what it went on, and what it is lost by. */
export const moneySigns: Signs = {
  payoutsToCome: {
    pt: [
      '(?:cai|caem|cair) ~dinheiro ~grana ~conta ~vai ~quando ~shopee ~repasses? ~proximos?',
      'proximos? repasses? ~quando ~vem ~chega ~data ~dia ~shopee',
      'cade (?:dinheiro|grana|repasse) ~shopee',
      '(?:receber|recebo) ~dinheiro ~grana ~vou ~quando ~falta ~ainda ~shopee ~previsto',
      'shopee vai pagar ~quando',
      'quando shopee (?:paga|pagar|repassa|deposita) ~vai',
      'repasses? DAYS ~previstos? ~esperados? ~proximos? ~shopee',
      '(?:recebe|recebemos|receberemos|receberei|caindo|entra|entram|entrando) DAYS ~dinheiro ~grana ~conta ~shopee ~vai',
      'entrar DAYS vai ~dinheiro ~grana ~conta ~shopee',
      'shopee (?:paga|pagar|repassa|repassar|deposita|depositar) DAYS ~vai',
    ],
    en: [
      '(?:where|when) (?:money|payout|paid) ~shopee ~get ~come ~coming ~will',
      '(?:money|much|payouts?) (?:coming|come) ~still ~shopee',
      'when shopee pay ~will ~does ~going',
      'will (?:get|receive|paid) ~much ~shopee ~money ~when',
      'payouts? DAYS ~expected ~upcoming ~due ~coming ~shopee',
      'next payouts? ~when ~date ~day ~due ~shopee',
      '(?:getting|receiving|coming|arrives?|arriving|lands?|landing) DAYS ~in ~money ~cash ~account ~shopee ~will',
      'shopee pay DAYS ~will ~going',
      'do (?:paid|receive) DAYS ~shopee ~money',
    ],
  },
  revenueLimits: {
    pt: [
      '(?:limite|limites|teto) (?:mei|simples) ~falta ~nacional ~ano ~faturamento ~estourar ~passar ~chegar ~perto ~longe ~posso ~bater',
      '(?:passei|passamos|estourei|estouramos|passando|estourando|estourar|passar|ultrapassar|atingi) (?:limite|teto|mei|simples) ~mei ~limite ~nacional ~faturamento ~falta ~do',
    ],
    en: [
      '(?:limit|limits|cap|ceiling) (?:mei|simples) ~left ~far ~close ~until ~year ~go ~gone ~over ~reach ~reached ~near ~nacional',
    ],
  },
  balance: {
    pt: ['saldo ~carteira ~shopee ~conta'],
    en: ['balance ~wallet ~shopee ~account'],
  },
  latePayouts: {
    pt: ['repasses? (?:atrasad[ao]s?|atraso) ~shopee'],
    en: ['payouts? (?:late|overdue|delayed) ~shopee'],
  },
  differences: {
    pt: [
      'shopee (?:devendo|deve) ~alguma ~coisa ~dinheiro',
      '(?:pagou|pagaram|pagando|pagos?|veio|vieram|repassou) menos ~shopee ~onde ~pedidos?',
      'pedidos? (?:pagos?|pagaram|pagou) (?:errado|errados|diferente|diferentes) ~shopee',
    ],
    en: [
      'paid (?:short|wrong|wrongly|less) ~orders? ~shopee ~where',
      '(?:underpaid|underpay|underpaying|underpays) ~orders? ~shopee ~where',
    ],
  },
  casesTodo: {
    pt: [`${claims} (?:abrir|enviar|fazer|abertas?) ~preciso ~falta ~alguma`],
    en: ['(?:disputes?|cases?|claims?) (?:file|open|send) ~should ~need ~must'],
  },
  casesWaiting: {
    pt: [`${claims} (?:esperando|aguardando|andamento|analise|resposta) ~resposta ~shopee`],
    en: ['(?:disputes?|cases?|claims?) (?:waiting|pending|review) ~answer ~reply ~under ~shopee'],
  },
  profit: {
    pt: ['(?:lucro|lucrei|lucrou|lucramos) ~liquido ~real ~limpo', 'lucro prejuizo ou', 'sobrou limpo ~bolso ~mim'],
    en: ['profit ~net ~real ~really', '(?:earn|earned|make|made) ~money after everything ~really', 'making money'],
  },
  productMargin: {
    pt: [
      '(?:margem|lucro|lucros|lucrando|lucramos|lucrativ[oa]|ganho|ganhando|ganhamos|sobra|sobrando|rendeu|rende|rendendo|prejuizo) ~com ~dando ~deixa ~dinheiro ~por ~cada ~unidade ~media',
      'perdendo dinheiro ~com',
    ],
    en: [
      '(?:margin|profit|profitable|unprofitable|earn|earning|make|making|made) ~money ~per ~each ~unit ~average',
      '(?:losing|lose|loss) ~money ~at ~making ~per',
    ],
  },
  marginTotal: { pt: ['margem ~media ~lucro'], en: ['margins? ~profit ~average'] },
  commission: {
    pt: [`(?:comissao|comissoes) ~${taken} ~shopee`],
    en: [`commissions? ~${charged} ~shopee`],
  },
  fees: {
    pt: [`(?:taxas?|tarifas?) ${taken} ~shopee`],
    en: [`fees ${charged} ~shopee`],
  },
  freight: {
    pt: [`fretes? (?:paguei|pagamos|gastei|gastamos|custou)`],
    en: ['(?:shipping|freight) (?:pay|paid|spend|spent|cost)'],
  },
  taxes: { pt: ['impostos? ~vendas ~pagar'], en: ['tax(?:es)? ~sales ~pay ~paid'] },
  adsSpend: {
    pt: [
      '(?:ads|anuncios?|publicidade|propaganda) (?:gastei|gastamos|gastando|gasto|gastos|custou|custaram|investi|investimos|torrei|queimei)',
    ],
    en: ['(?:ads?|advertising) (?:spend|spent|cost|spending|burn|burned|burnt|invest|invested)'],
  },
  expenses: { pt: ['despesas ~total'], en: ['expenses ~total'] },
  pendingExpenses: {
    pt: [`${bills} (?:vence|vencem|vencer|vencendo|pagar) ~preciso ~falta ~devo`],
    en: ['(?:bills?|expenses?) (?:due|pay|unpaid) ~need ~must'],
  },
  overdueExpenses: {
    pt: [`${bills} (?:vencid[ao]s?|atrasad[ao]s?)`],
    en: ['(?:bills?|expenses?) (?:overdue|late)'],
  },
  unmapped: {
    pt: ['anuncios? (?:sem|nao) (?:vinculos?|vinculad[ao]s?|mapead[ao]s?|mapeamento|ligad[ao]s?|produtos?)'],
    en: [
      'listings? (?:not|isn|aren|without|no) ~t (?:linked|mapped|connected|mapping|link|product)',
      'listings? (?:unmapped|unlinked)',
    ],
  },
  withoutCost: {
    pt: [`${items} (?:sem|falta|faltam|faltando) custos? ~colocar ~cadastrar ~preencher ~informar`],
    en: [`${things} (?:no|without|missing|lack|lacking) costs?`],
  },
  deadZones: {
    pt: ['zonas? mortas? ~precos? ~anuncios?'],
    en: ['dead zones? ~prices? ~listings?'],
  },
  health: {
    pt: ['saude ~lojas? ~conta ~como', 'penalidades? ~pontos?'],
    en: ['health ~shops? ~stores? ~account', 'penalty ~points?'],
  },
  calculator: {
    pt: [
      'calculadora ~precos? ~taxas? ~shopee',
      'PRICE (?:recebo|sobra|fica|ficam|sobram) ~quanto ~mim ~shopee ~produto ~da',
      'PRICE (?:vender|vendendo|vendo|venda|cobra|cobrar|produto|calcula|calcular|calcule|simula|simule) ~vender ~venda ~sobra ~fica ~mim ~lucro ~taxas? ~recebo ~vale ~pena ~compensa ~se ~shopee ~produto ~da',
    ],
    en: [
      'calculator ~fees? ~prices? ~shopee',
      'PRICE (?:keep|left|get) ~what ~do ~shopee ~product',
      'PRICE (?:sell|selling|charge|charges|sale|product|calculate|work|make|making|profit) ~sell ~sale ~keep ~get ~left ~out ~profit ~fees? ~worth ~it ~if ~would ~shopee ~product',
    ],
  },
}
