import type { Language } from '../language'

/**
 * The words by which a metric is known in whatever order they are said. A line is one way to say it: each word of it has to be
 * there; `~word` may be there. A word is a pattern of one whole word without accents; `TODAY` is that today is said, `PRICE` an
 * amount of money. What else a question holds has to be days, a shop, a product or a word that says nothing.
 */
export type Signs = Record<string, Record<Language, readonly string[]>>

const sold = '(?:vendas?|vendi|vendeu|vendemos|venderam|vendid[ao]s?|faturei|faturou|faturamos|faturamento|receita)'
const hereSelling = '(?:sales?|sell|sold|revenue|turnover|billed|billing)'
const items = '(?:produtos?|itens|item|coisas?)'
const things = '(?:products?|items?|things?)'
const parcels = '(?:pedidos?|pacotes?|encomendas?)'
const boxes = '(?:orders?|parcels?|packages?|shipments?)'
const send = '(?:enviar|envios?|postar|postagens?|despachar|embalar)'
const ship = '(?:ship|shipped|shipping|send|sent|post|posted|pack|packed|dispatch|shipments?)'
const claims = '(?:contestacao|contestacoes|disputas?|chamados?)'
const bills = '(?:contas?|boletos?|despesas?)'
const taken = '(?:paguei|pagamos|pago|cobrou|cobraram|tirou|tiraram|descontou|descontaram|levou|gastei)'
const charged = '(?:pay|paid|charged?|take|took|taken|keep|kept)'
const margin = '(?:lucro|lucros|margem|lucrativos?|dinheiro|rentavel|rentaveis)'
const cancelling = '(?:cancelando|cancelam|cancelaram|cancelou|cancelamentos?|cancelad[oa]s?)'
const cancels = '(?:cancell?ing|cancel|cancell?ed|cancell?ations?)'

export const signs: Signs = {
  today: {
    pt: [
      'fazer TODAY ~tenho ~preciso ~falta ~devo',
      'fazer agora ~tenho ~preciso ~falta ~devo',
      '(?:comeco|comecar) ~TODAY ~onde ~dia ~preciso ~devo',
      'que (?:tem|temos|tenho) TODAY',
      'pendencias? ~TODAY ~dia',
      'o que pendentes? ~TODAY',
      '(?:urgente|urgentes|urgencia|urgencias) ~TODAY',
      '(?:tarefas?|afazeres|trabalho) (?:TODAY|dia)',
      'precisa atencao ~TODAY',
    ],
    en: [
      'do TODAY ~have ~must ~need ~left ~should ~things',
      'do now ~have ~must ~need ~left ~should ~things',
      'start ~TODAY ~where ~day ~should',
      'what on TODAY',
      'pending ~TODAY ~what ~things',
      'urgent ~TODAY',
      'attention ~TODAY ~needs ~need',
      '(?:todo|to-do|tasks?|todos) ~TODAY ~list ~day',
    ],
  },
  sales: {
    pt: [`${sold} ~entrou ~entraram ~saiu ~sairam ~valor ~bruto ~bruta ~fizemos ~alguma ~coisa`],
    en: [`${hereSelling} ~make ~made ~making ~anything ~total ~gross ~amount`],
  },
  orders: {
    pt: [`pedidos? ~entrou ~entraram ~chegou ~chegaram ~feitos? ~numero`, 'quantas vendas ~entraram ~sairam ~feitas'],
    en: ['orders? ~number ~many ~came ~placed ~received ~receive ~make ~made', 'many sales ~number'],
  },
  units: {
    pt: [`(?:unidades|pecas) ~${sold} ~sairam ~saiu ~numero`, 'quant[oa]s (?:vendi|vendemos|vendeu|venderam|sairam)'],
    en: [`(?:units|pieces) ~${hereSelling} ~number`, `many (?:sell|sold)`],
  },
  averageOrder: {
    pt: ['(?:ticket|tiquete) medio ~valor ~pedidos?', 'valor medio pedidos?'],
    en: ['average (?:order|ticket|basket|sale) ~orders? ~value ~size'],
  },
  topProducts: {
    pt: [
      `mais (?:vende|vendem|vendid[ao]s?|vendendo|sai|saem|saindo|saiu|sairam) ~${items}`,
      `(?:campeao|campeoes|melhores) vendas? ~${items}`,
    ],
    en: [
      `(?:best|top) (?:selling|sellers?|seller) ~${things}`,
      `top ${things} ~selling`,
      `(?:sells?|selling|sold|moving) (?:best|most|fastest) ~${things}`,
    ],
  },
  salesByShop: {
    pt: ['lojas? mais (?:vende|vendeu|vendem|fatura|faturou)', `${sold} cada loja`],
    en: [
      `(?:shop|store|shops|stores) (?:sells?|sold|selling) (?:most|best|more)`,
      `${hereSelling} each (?:shop|store)`,
    ],
  },
  bestMargin: {
    pt: [`${items} (?:mais|maior|melhor|melhores) ${margin} ~da ~dao ~deixa ~deixam ~traz ~trazem`],
    en: [
      `${things} (?:most|best|highest|biggest) (?:profit|profitable|money|margins?) ~makes? ~earns? ~brings? ~gives?`,
    ],
  },
  worstMargin: {
    pt: [`${items} (?:menos|menor|pior|piores) ${margin} ~da ~dao ~deixa ~deixam ~traz ~trazem`],
    en: [
      `${things} (?:least|worst|lowest|smallest) (?:profit|profitable|money|margins?) ~makes? ~earns? ~brings? ~gives?`,
      `${things} (?:earns?|makes?) least ~money`,
    ],
  },
  losingProducts: {
    pt: [`${items} prejuizo ~da ~dao ~dando ~no`, `${items} perdendo dinheiro`],
    en: [`${things} (?:losing|loses?) money`],
  },
  slowStock: {
    pt: [
      `(?:parad[ao]s?|encalhad[ao]s?|encalhou|encalhando) ~estoque ~${items} ~alguma`,
      `nao (?:vende|vendem|vendendo|vendeu|sai|saem|saindo|gira|giram) ~${items}`,
    ],
    en: [
      `(?:not|isn|aren|doesn|don|isnt|arent|doesnt|dont) ~t (?:selling|sell|moving|move) ~${things}`,
      `(?:sitting|dead|idle|stuck|gathering) ~stock ~inventory ~warehouse ~shelf ~dust ~anything ~${things}`,
    ],
  },
  soldOut: {
    pt: [`(?:zerou|zeraram|zerad[ao]s?|esgotou|esgotaram|esgotad[ao]s?|acabou|acabaram) ~estoque ~alguma ~${items}`],
    en: [`(?:ran|run|sold|runs) out ~stock ~anything ~${things}`, `out stock ~anything ~${things}`],
  },
  lowStock: {
    pt: [`acabando ~estoque ~quase ~alguma ~${items}`, `(?:baixo|pouco|minimo) estoque ~${items}`],
    en: [`running (?:low|out) ~stock ~anything ~${things}`, `low stock ~anything ~${things}`],
  },
  restock: {
    pt: [
      `(?:comprar|repor|reabastecer|encomendar) ~preciso ~precisa ~precisamos ~devo ~falta ~estoque ~fornecedor ~${items}`,
    ],
    en: [`(?:buy|restock|reorder|replenish) ~need ~should ~must ~stock ~supplier ~${things}`],
  },
  stockValue: {
    pt: ['(?:valor|vale|dinheiro|capital|grana) estoque ~parad[ao] ~investid[ao] ~empatad[ao] ~pres[ao] ~total ~custa'],
    en: ['(?:worth|value|money|cash|capital) (?:stock|inventory) ~tied ~locked ~sitting ~stuck ~up'],
  },
  daysOfStock: {
    pt: [
      'dias estoque ~dura ~durar ~vai ~da ~dar',
      'quando (?:acaba|acabar|zera|zerar|esgota|esgotar) ~estoque ~vai',
      'quanto tempo (?:dura|durar) ~estoque ~vai',
    ],
    en: [
      'days stock ~last ~lasts ~left ~will',
      'when (?:run|runs) out ~stock ~will',
      'long (?:last|lasts) ~stock ~will',
    ],
  },
  stockOf: {
    // The name alone, too.
    pt: [
      '~abre ~abrir ~produto ~sku ~item',
      'estoque ~unidades ~quantas',
      '(?:tem|tenho|temos|resta|restam|sobrou|sobraram) ~unidades ~estoque ~sobrando',
    ],
    en: ['~open ~product ~sku ~item', '(?:stock|inventory) ~units ~level', '(?:have|left|remaining) ~units ~stock'],
  },
  lateOrders: {
    pt: [`(?:pedidos?|pacotes?|encomendas?|envios?) (?:atrasad[ao]s?|atraso) ~${send}`],
    en: [`${boxes} (?:late|overdue|delayed|behind) ~${ship}`],
  },
  toPostToday: {
    pt: [
      `${send} TODAY ~${parcels} ~preciso ~devo ~vence ~vencem ~prazo ~falta ~faltam`,
      `tem ${parcels} ${send} ~algum`,
      `tenho ${parcels} ${send} ~algum`,
    ],
    en: [`${ship} TODAY ~${boxes} ~need ~must ~should ~out ~due ~deadline`, `any ${boxes} ${ship} ~out`],
  },
  askedToCancel: {
    pt: [
      '(?:pediu|pediram|solicitou|solicitaram|quer|querem) (?:cancelamento|cancelar) ~alguem ~cliente ~comprador ~pedidos?',
    ],
    en: ['(?:ask|asked|requested|wants?) (?:cancel|cancellation) ~anyone ~someone ~buyer ~customer ~orders?'],
  },
  cancelReasons: {
    pt: [`(?:porque|motivos?|razao|razoes) ${cancelling} ~tanto ~tantos ~pedidos? ~clientes? ~compradores ~gente`],
    en: [`(?:why|reasons?) ${cancels} ~so ~much ~many ~people ~buyers ~customers ~orders?`],
  },
  cancellationRate: {
    pt: ['(?:taxa|indice|percentual|porcentagem) cancelamentos?'],
    en: ['cancell?ation (?:rate|percentage)'],
  },
  cancelled: {
    pt: ['(?:cancelamentos?|cancelad[ao]s?) ~pedidos? ~vendas?'],
    en: ['(?:cancell?ations?|cancell?ed) ~orders? ~sales?'],
  },
  openReturns: {
    pt: ['(?:devolucao|devolucoes) (?:abert[ao]s?|aberto|pendentes?|andamento)'],
    en: ['returns? (?:open|pending)'],
  },
  returnsToAnswer: {
    pt: ['(?:devolucao|devolucoes) (?:responder|resposta) ~preciso ~esperando ~aguardando ~minha'],
    en: ['returns? (?:answer|respond|reply) ~need ~must ~waiting'],
  },
  returns: {
    pt: ['(?:devolucao|devolucoes) ~motivos? ~tivemos ~pedidos?', 'pedidos? devolvidos?'],
    en: ['returns ~reasons? ~orders?', 'returned orders?'],
  },
  payoutsToCome: {
    pt: [
      '(?:cai|caem|cair) ~dinheiro ~grana ~conta ~vai ~quando ~shopee ~repasse',
      'cade (?:dinheiro|grana|repasse) ~shopee',
      '(?:receber|recebo) ~dinheiro ~grana ~vou ~quando ~falta ~ainda ~shopee ~previsto',
      'shopee vai pagar ~quando',
    ],
    en: [
      '(?:where|when) (?:money|payout|paid) ~shopee ~get ~come ~coming ~will',
      '(?:money|much|payouts?) (?:coming|come) ~still ~shopee',
      'will (?:get|receive|paid) ~much ~shopee ~money ~when',
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
  taxes: { pt: ['impostos? ~vendas'], en: ['tax(?:es)? ~sales'] },
  adsSpend: {
    pt: ['(?:ads|anuncios|publicidade|propaganda) (?:gastei|gastamos|gasto|gastos|custou|investi)'],
    en: ['(?:ads?|advertising) (?:spend|spent|cost|spending)'],
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
      'PRICE (?:vender|vendendo|vendo|venda|cobra|cobrar|produto|calcula|calcular|calcule|simula|simule) ~vender ~venda ~sobra ~sobrar ~fica ~ficar ~mim ~lucro ~taxas? ~recebo ~vale ~pena ~compensa ~se ~shopee ~produto ~da',
    ],
    en: [
      'calculator ~fees? ~prices? ~shopee',
      'PRICE (?:sell|selling|charge|charges|sale|product|calculate|work|make|making|profit) ~sell ~sale ~keep ~get ~left ~out ~profit ~fees? ~worth ~it ~if ~would ~shopee ~product',
    ],
  },
}
