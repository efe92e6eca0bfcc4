import { moneySigns } from './money-signs'
import { items, things, type Signs } from './sign-words'

const sold = '(?:vendas?|vendi|vendeu|vendemos|venderam|vendid[ao]s?|faturei|faturou|faturamos|faturamento|receita)'
const hereSelling = '(?:sales?|sell|selling|sold|revenue|turnover|billed|billing)'
const parcels = '(?:pedidos?|pacotes?|encomendas?)'
const boxes = '(?:orders?|parcels?|packages?|shipments?)'
const send = '(?:enviar|envios?|postar|postagens?|despachar|embalar)'
const ship = '(?:ship|shipped|shipping|send|sent|post|posted|pack|packed|dispatch|shipments?)'
const sending = '(?:enviar|postar|despachar|embalar|mandar)'
const shipping = '(?:ship|shipped|send|sent|post|posted|pack|packed|dispatch|dispatched)'
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
  rejectedInvoices: {
    pt: [
      '(?:notas?|nfe?|nfes|nf-e) (?:recusad[ao]s?|rejeitad[ao]s?|erros?) ~fiscal ~fiscais ~alguma ~pedidos? ~sefaz',
      'pedidos? nota (?:recusad[ao]s?|rejeitad[ao]s?) ~fiscal',
    ],
    en: ['invoices? (?:refused|rejected|errors?) ~were ~orders? ~an'],
  },
  withoutInvoice: {
    pt: [
      '(?:sem|falta|faltam|faltando|emitir|pendentes?) (?:notas?|nfe?|nfes|nf-e) ~fiscal ~fiscais ~pedidos? ~preciso ~ainda ~para',
    ],
    en: [
      'orders? (?:without|missing|need|needing|awaiting|pending) invoic(?:es?|ing) ~an ~still ~their',
      'invoices? (?:pending|missing) ~orders?',
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
      `top ~${items} ~vendas?`,
      `${items} (?:campeao|campeoes) ~vendas?`,
    ],
    en: [
      `(?:best|top) (?:selling|sellers?|seller) ~${things}`,
      `top ~${things} ~selling ~sellers ~sales`,
      `(?:sells?|selling|sold|moving) (?:best|most|fastest) ~${things}`,
    ],
  },
  salesByShop: {
    pt: ['(?:lojas?|quem) mais (?:vende|vendeu|vendem|vendendo|fatura|faturou) ~ou', `${sold} cada loja`],
    en: [
      `(?:shop|store|shops|stores|who) (?:sells?|sold|selling) (?:most|best|more) ~or`,
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
    pt: [`${items} prejuizo ~da ~dao ~deu ~deram ~dando ~no ~mais`, `${items} perdendo dinheiro`],
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
    pt: [`acabando ~estoque ~quase ~alguma ~${items}`, `(?:baixo|pouco|minimo|faltando) estoque ~${items}`],
    en: [`running (?:low|out) ~stock ~anything ~${things}`, `low stock ~anything ~${things}`],
  },
  restock: {
    pt: [
      `(?:comprar|compro|repor|reponho|reposicao|repost[ao]s?|reabastecer|encomendar) ~ser ~preciso ~precisa ~precisamos ~devo ~falta ~estoque ~fornecedor ~${items}`,
    ],
    en: [
      `(?:buy|buying|restock|restocking|reorder|reordering|replenish|replenishing) ~need ~should ~must ~stock ~supplier ~${things}`,
    ],
  },
  stockValue: {
    pt: [
      '(?:valor|vale|dinheiro|capital|grana) estoque ~parad[ao] ~tod[ao] ~investid[ao] ~empatad[ao] ~pres[ao] ~total ~custa',
    ],
    en: ['(?:worth|value|money|cash|capital) (?:stock|inventory) ~all ~whole ~tied ~locked ~sitting ~stuck ~up'],
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
      'pedidos? (?:vence|vencem) TODAY',
      `${send} TODAY ~${parcels} ~preciso ~devo ~vence ~vencem ~prazo ~falta ~faltam`,
    ],
    en: [
      `${ship} TODAY ~${boxes} ~need ~must ~should ~out ~due ~deadline`,
      `${boxes} due TODAY`,
      `need out TODAY ~${boxes} ~go`,
    ],
  },
  ordersToShip: {
    pt: [
      `${parcels} ${sending} ~preciso ~devo ~falta ~faltam ~mais ~algum ~ainda`,
      `falta ${sending} ~${parcels} ~ainda`,
      `${parcels} sair ~para`,
    ],
    en: [
      `${boxes} to ${shipping} ~left ~waiting ~need ~must ~out ~still ~be ~does ~yet`,
      `need to ${shipping} ~out ~still ~more`,
      `${boxes} (?:not|haven|aren|weren) (?:shipped|sent) ~t ~been ~yet`,
      'anything left ship',
      `${boxes} (?:pending|awaiting) (?:shipment|shipping|dispatch)`,
      `any ${boxes} ${shipping} ~out`,
    ],
  },
  askedToCancel: {
    pt: [
      '(?:pediu|pediram|pedindo|solicitou|solicitaram|solicitando|quer|querem|querendo) (?:cancelamento|cancelar) ~alguem ~cliente ~comprador ~pedidos?',
    ],
    en: [
      '(?:ask|asks|asked|asking|requests?|requested|requesting|wants?|wanting|wanted) (?:cancel|cancellation) ~anyone ~someone ~buyer ~customer ~orders?',
    ],
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
  ...moneySigns,
}
