import type { Metric } from '../grammar'

/** Orders by what they wait for or what became of them, and returns. */
export const ordersMetrics: readonly Metric[] = [
  {
    id: 'lateOrders',
    words: {
      pt: /(?:pedidos?|encomendas?) (?:que (?:esta|estao) |(?:esta|estao) |com envio |com o envio )?(?:atrasad[oa]s?|em atraso|com atraso)(?: para (?:enviar|postar)| no envio)?|envios? atrasados?/,
      en: /(?:(?:late|overdue|delayed) orders?|orders? (?:that are |are |is |running )?(?:late|overdue|delayed)(?: to ship)?|late shipments?|orders late to ship)/,
    },
    tool: 'find_orders',
    input: { waiting: 'late' },
    figures: ['ordersFound', 'grossSales'],
    rows: { name: 0, most: 5 },
    period: 'none',
    shop: true,
  },
  {
    id: 'toPostToday',
    words: {
      pt: /(?:(?:pedidos?|o que) (?:que )?(?:eu )?(?:(?:tenho|temos|preciso|precisamos|devem|vencem|falta) (?:que |de |para |a )?(?:enviar|postar|despachar|mandar|ser enviados)?|para (?:enviar|postar|despachar|mandar)|a (?:enviar|postar|despachar|mandar)|com prazo) ?(?:hoje|de hoje|para hoje)|envios (?:de|para) hoje)/,
      en: /(?:(?:orders|what) (?:to (?:ship|post|send)|(?:that )?(?:do )?(?:i|we) (?:have|need|must)(?: to)? (?:ship|post|send)(?: out)?|due)|shipments due) today/,
    },
    tool: 'find_orders',
    input: { waiting: 'today' },
    figures: ['ordersFound', 'grossSales'],
    rows: { name: 0, most: 5 },
    period: 'none',
    saysDay: true,
    shop: true,
  },
  {
    id: 'ordersToShip',
    words: {
      pt: /(?:(?:pedidos?|pacotes?|encomendas?|o que) (?:que )?(?:eu |nos )?(?:ainda )?(?:(?:tenho|temos|tem|preciso|precisamos|falta|faltam|devo) )?(?:que |de |para |a |por |ser )*(?:enviar|postar|despachar|mandar|embalar|sair|enviad[oa]s|postad[oa]s|despachad[oa]s)(?<!pedidos? (?:enviad|postad|despachad)[oa]s)|(?:pedidos?|pacotes?|encomendas?) (?:aguardando|esperando|pendentes? de|sem) (?:o )?envio|(?:pedidos?|pacotes?|encomendas?) (?:que )?(?:ainda )?nao (?:foram )?(?:enviad|postad|despachad)[oa]s)/,
      en: /(?:(?:orders?|parcels?|packages?|what) (?:that )?(?:do |does )?(?:i |we )?(?:are |is )?(?:still )?(?:(?:have|need|must|left|waiting|yet|remaining|remain) )*to (?:be )?(?:ship|shipped|send|sent|post|posted|pack|packed|dispatch|dispatched)(?: out)?|(?:orders?|parcels?|packages?) (?:that )?(?:are |were |have )?(?:still |been )?(?:not (?:yet )?(?:been )?(?:shipped|sent)(?: yet)?|unshipped|(?:awaiting|waiting for) (?:shipment|shipping|dispatch))|(?:unshipped|not yet shipped) (?:orders?|parcels?|packages?))/,
    },
    tool: 'find_orders',
    input: { waiting: 'toShip' },
    notToday: true,
    figures: ['ordersFound', 'grossSales'],
    rows: { name: 0, most: 5 },
    period: 'none',
    shop: true,
  },
  {
    id: 'withoutInvoice',
    words: {
      pt: /pedidos? (?:que )?(?:ainda )?(?:esta |estao )?(?:sem|nao tem|falta|faltam|faltando|aguardando|esperando)(?: a| emitir| emitir a)? (?:notas?(?: fisca(?:l|is))?|nfe?|nf-e)/,
      en: /orders? (?:that )?(?:still )?(?:are |is |have |has )?(?:without|missing|lacking|with no|waiting for|awaiting|no)(?: an| a| the| their)? invoices?/,
    },
    tool: 'find_orders',
    input: { waiting: 'invoice' },
    figures: ['ordersFound', 'grossSales'],
    rows: { name: 0, most: 5 },
    period: 'none',
    shop: true,
  },
  {
    id: 'askedToCancel',
    words: {
      pt: /pedidos (?:com |que pediram |com pedido de |com solicitacao de )+cancelamento|(?:pedidos|solicitacoes) de cancelamento/,
      en: /(?:cancellation requests|orders (?:asked|requested) to be cancell?ed|orders with a cancellation request)/,
    },
    tool: 'find_orders',
    input: { waiting: 'cancellation' },
    figures: ['ordersFound', 'grossSales'],
    rows: { name: 0, most: 5 },
    period: 'none',
    shop: true,
  },
  ...(
    [
      [
        'pending',
        'pendentes?|nao pagos?|(?:aguardando|esperando) (?:o )?pagamento|sem pagamento',
        'pending|unpaid|not paid(?: yet)?|(?:waiting for|awaiting) (?:the )?payment',
      ],
      ['shipped', 'enviados?|em transito|despachados?', 'shipped|in transit'],
      ['delivered', 'entregues?', 'delivered'],
    ] as const
  ).map(([status, pt, en]): Metric => ({
    id: `${status}Orders`,
    words: {
      pt: new RegExp(
        `(?:pedidos?|vendas) (?:que )?(?:esta |estao |foram |sao )?(?:ainda )?(?:${pt})|pedidos (?:eu )?(?:tenho|tive) (?:${pt})`,
      ),
      en: new RegExp(`(?:${en}) orders|orders? (?:that )?(?:are |is |were |have been |got )?(?:still )?(?:${en})`),
    },
    tool: 'find_orders',
    input: { status },
    figures: ['ordersFound', 'grossSales'],
    period: 'past',
    shop: true,
  })),
  {
    id: 'cancellationRate',
    words: {
      pt: /(?:(?:minha )?(?:taxa|indice|percentual|porcentagem) de cancelamentos?)/,
      en: /(?:(?:my )?cancell?ation (?:rate|percentage)|rate of cancell?ations?)/,
    },
    tool: 'sales_summary',
    input: { series: 'cancellationRate' },
    figures: ['cancellationRate', 'cancelledOrders'],
    period: 'past',
    shop: true,
    tellsNone: true,
  },
  {
    id: 'cancelReasons',
    words: {
      pt: /motivos? (?:dos? |de |das? )?(?:cancelamentos?|pedidos cancelados)/,
      en: /(?:reasons (?:of|for) (?:the |my )?cancell?ations?|cancell?ation reasons?)/,
    },
    tool: 'cancellations_and_returns',
    input: { reasons: 'cancellations' },
    figures: ['cancelledOrders', 'cancelledAmount'],
    rows: { name: 0, value: 2, most: 5 },
    period: 'past',
    shop: true,
  },
  {
    id: 'cancelled',
    words: {
      pt: /(?:pedidos (?:que )?(?:foram )?cancelados|vendas canceladas|cancelamentos?|quanto (?:foi |perdi em )?cancelad[oa]|pedidos (?:eu )?(?:tive )?cancelados)/,
      en: /(?:cancell?ed (?:orders|sales)|orders (?:that )?(?:were |got |have been )?cancell?ed|cancell?ations?)/,
    },
    tool: 'cancellations_and_returns',
    input: { reasons: 'cancellations' },
    figures: ['cancelledOrders', 'cancelledAmount'],
    period: 'past',
    shop: true,
  },
  {
    id: 'openReturns',
    words: {
      pt: /(?:devolucao|devolucoes) (?:que (?:esta|estao) |(?:esta|estao) |ainda )*(?:em aberto|abertas?|pendentes?|por resolver|para resolver)/,
      en: /(?:(?:open|pending) returns?|returns? (?:that are |are |is |still )*(?:open|pending))/,
    },
    tool: 'open_returns',
    input: { step: 'todo' },
    figures: ['returns'],
    rows: { name: 0, value: 4, most: 5 },
    period: 'none',
    shop: true,
  },
  {
    id: 'returnsToAnswer',
    words: {
      pt: /devolucoes (?:que (?:tenho|preciso) (?:que )?|para |a |por )?(?:responder|aguardando (?:minha )?resposta)/,
      en: /returns (?:(?:that )?(?:i (?:have|need) )?to answer|waiting for (?:my |an )?answer)/,
    },
    tool: 'open_returns',
    input: { step: 'answer' },
    figures: ['returns'],
    rows: { name: 0, value: 4, most: 5 },
    period: 'none',
    shop: true,
  },
  {
    id: 'returns',
    words: {
      pt: /(?:devolucoes|devolucao|pedidos devolvidos|reembolsos?|quanto (?:eu )?(?:reembolsei|devolvi|foi reembolsado))(?: (?:eu )?tive)?/,
      en: /(?:returns|returned orders|refunds?|how much (?:did i refund|was refunded))/,
    },
    tool: 'cancellations_and_returns',
    input: { reasons: 'returns' },
    figures: ['returnsOpened', 'refunds'],
    period: 'past',
    shop: true,
  },
]
