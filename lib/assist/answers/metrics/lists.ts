import type { Metric } from '../grammar'

/** Lists of products, listings and shops. */
export const listsMetrics: readonly Metric[] = [
  {
    id: 'topProducts',
    words: {
      pt: /(?:(?:os )?(?:meus )?(?:produtos|itens) (?:que )?mais (?:vendidos|vendi|venderam|vendem)|(?:quais |qual )?(?:foi |foram |e |sao )?(?:o |os )?(?:meu |meus )?(?:produto|produtos|item|itens) (?:que )?(?:eu )?mais (?:vendi|vendeu|venderam|vende|vendem|vendido|vendidos)|mais vendidos|top (?:de )?(?:produtos|itens|vendas)|campeoes de vendas?|ranking de (?:produtos|vendas)|(?:melhor|melhores) produtos?|(?:o )?que (?:eu )?(?:mais (?:vendi|vendeu|vende|sai|saiu)|(?:vende|vendi|vendeu|sai|saiu) mais)|(?:quais |qual )?(?:o |os )?(?:meu |meus )?(?:produtos?|item|itens) (?:que )?(?:eu )?(?:vendi|vendeu|venderam|vende|vendem|sai|saem|saiu|sairam) mais)/,
      en: /(?:(?:my )?(?:top )?best[- ](?:selling|sellers?)(?: products?| items?)?|(?:my )?top (?:selling )?(?:products|items|sellers)|(?:which |what )?(?:products?|items?) (?:that )?(?:did i )?(?:sold|sells?|sell) (?:the )?(?:most|best)|products? sold (?:the )?most|what (?:sold|sells) (?:the )?(?:most|best))/,
    },
    tool: 'top_products',
    figures: [],
    rows: { name: 0, value: 3, most: 5 },
    period: 'past',
    shop: true,
  },
  {
    id: 'bestMargin',
    words: {
      pt: /(?:(?:quais |qual )?(?:os |o )?(?:produtos?|itens|item) (?:que )?(?:dao|da|deram|deu|tem|tiveram|teve|com|de) (?:a )?(?:mais|maior|melhor) (?:margem|lucro|margens)|produtos? mais (?:lucrativos?|rentave(?:l|is)))/,
      en: /(?:(?:which |what )?(?:products?|items?) (?:with |that |have |had |has |made |make |makes |earn |earned |earns )*(?:the )?(?:best|highest|most|biggest) (?:margins?|profits?|money)|(?:the )?most profitable (?:products?|items?))/,
    },
    tool: 'product_margin',
    input: { sort: 'best' },
    figures: [],
    rows: { name: 0, value: 4, most: 5 },
    period: 'past',
    shop: true,
  },
  {
    id: 'worstMargin',
    words: {
      pt: /(?:(?:quais |qual )?(?:os |o )?(?:produtos?|itens|item) (?:que )?(?:dao|da|deram|deu|tem|tiveram|teve|com|de) (?:a )?(?:menos|menor|pior) (?:margem|lucro|margens)|(?:piores|menores) margens|produtos? menos (?:lucrativos?|rentave(?:l|is)))/,
      en: /(?:(?:which |what )?(?:products?|items?) (?:with |that |have |had |has |made |make |makes |earn |earned |earns )*(?:the )?(?:worst|lowest|least) (?:margins?|profits?|money)|(?:the )?least profitable (?:products?|items?))/,
    },
    tool: 'product_margin',
    input: { sort: 'worst' },
    figures: [],
    rows: { name: 0, value: 4, most: 5 },
    period: 'past',
    shop: true,
  },
  {
    id: 'losingProducts',
    words: {
      pt: /(?:(?:quais |qual |que |em que |em quais )?(?:os |o )?(?:meus )?(?:produtos?|itens|item) (?:que )?(?:eu )?(?:estou |esta |estao |me )?(?:no prejuizo|em prejuizo|no vermelho|com prejuizo|(?:dando|dao|da|deram|deu|tendo|tiveram|tem|com) prejuizo|perdendo dinheiro|com (?:margem|lucro) negativ[ao])|onde (?:eu )?(?:estou )?(?:perdendo|perco) dinheiro|prejuizo por produto)/,
      en: /(?:(?:which |what |any |on which )?(?:of )?(?:my )?(?:products?|items?) (?:that |which )?(?:are |is |am i |i am |do i |make |makes |made |sold |sell )*(?:losing (?:me )?money|lose (?:me )?money|loses money|a loss|at a loss|unprofitable|in the red|with (?:a )?negative margins?)(?: on)?|unprofitable (?:products|items)|where (?:am i losing|do i lose) money|what am i losing money on)/,
    },
    tool: 'product_margin',
    input: { sort: 'worst', losing: true },
    figures: [],
    rows: { name: 0, value: 4, most: 10 },
    period: 'past',
    shop: true,
  },
  {
    id: 'withoutCost',
    words: {
      pt: /(?:produtos?|itens) (?:(?:que )?(?:estao |esta )?(?:sem|nao tem|com) (?:o )?custos?(?: cadastrados?| conhecidos?| desconhecidos?| faltando)?)|falta(?:m|ndo)? (?:o )?custos?/,
      en: /(?:products?|items?) (?:(?:that |which )?(?:are |have )?(?:without|with no|missing|lacking|no) (?:a |an |their )?(?:known )?costs?)|(?:products?|items?) with (?:unknown|missing) costs?/,
    },
    tool: 'products_without_cost',
    figures: ['products'],
    rows: { name: 0, most: 5 },
    period: 'none',
  },
  {
    id: 'unmapped',
    words: {
      pt: /anuncios? (?:(?:que )?(?:estao |ainda )?(?:sem|nao tem) (?:produtos? (?:vinculad|ligad|mapead|associad|cadastrad)os?|produtos?|mapeamento|vinculo)|(?:nao |des)(?:mapeados?|vinculados?|ligados?|associados?)|soltos?|por (?:mapear|vincular)|(?:para|a) (?:mapear|vincular))/,
      en: /(?:(?:unmapped|unlinked) listings?|listings? (?:(?:that are |which are |are )?(?:without (?:a )?(?:linked )?products?|not (?:mapped|linked)|unmapped|unlinked|to link|to map|without (?:a )?mapping|with no product)))/,
    },
    tool: 'unmapped_listings',
    figures: ['unmappedListings'],
    rows: { name: 0, most: 5 },
    period: 'none',
    shop: true,
  },
  {
    id: 'deadZones',
    words: {
      pt: /(?:precos?|anuncios?) (?:que estao |com preco |estao )?(?:em|na|numa|dentro de) (?:uma )?(?:faixas? ruim|faixas? ruins|zonas? mortas?|zona morta)/,
      en: /(?:prices?|listings?) (?:that are |priced |are )?(?:in|inside) (?:a |the )?dead zones?/,
    },
    tool: 'prices_in_dead_zones',
    figures: ['deadPrices', 'deadPriceLoss'],
    rows: { name: 0, value: 3, most: 5 },
    period: 'none',
    shop: true,
  },
  {
    id: 'salesByShop',
    words: {
      pt: /(?:(?:vendas|faturamento|quanto vendi) (?:por|de cada|em cada) loja|(?:qual |quais )(?:foi |foram |e )?(?:a |as )?lojas? (?:que )?(?:mais )?(?:vendeu|venderam|vende|vendem|faturou|fatura)(?: mais)?|quanto (?:vendeu|faturou) cada loja|loja que mais (?:vendeu|vende|faturou))/,
      en: /(?:(?:sales|revenue) (?:by|per|of each|for each) (?:shop|store)|(?:which|what) (?:shop|store) (?:sold|sells) (?:the )?(?:most|best)|how much did each (?:shop|store) sell)/,
    },
    tool: 'sales_by_shop',
    ofShops: 'sales',
    figures: ['grossSales'],
    rows: { name: 0, value: 3, most: 5 },
    period: 'past',
  },
]
