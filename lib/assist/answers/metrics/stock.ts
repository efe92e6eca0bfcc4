import type { Metric } from '../grammar'

/** Stock. */
export const stockMetrics: readonly Metric[] = [
  {
    id: 'restock',
    words: {
      pt: /(?:(?:o )?que (?:eu )?(?:precisa|preciso|precisamos|tenho que|tenho de|falta|devo|vou) (?:de )?(?:repor|comprar|reabastecer)(?: (?:no|do|de|em|para o|para) (?:meu )?estoque)?|(?:produtos?|itens|quanto|quantas unidades) (?:que (?:eu )?(?:preciso|tenho que) |(?:eu )?(?:preciso|devo|tenho que) |para |a )(?:repor|comprar|reabastecer)(?: (?:no|do|de|em|para o) (?:meu )?estoque)?|(?:a |minha )?sugest(?:ao|oes) de compras?|reposicao(?: de estoque)?|lista de compras)/,
      en: /(?:(?:what|how much|how many units) (?:should|do|must) (?:i|we) (?:need to |have to )?(?:restock|reorder|replenish|buy)|(?:products?|items?|what) (?:that need )?to (?:restock|reorder|replenish|buy)|(?:the |my )?(?:purchase|buying|reorder|restock(?:ing)?) (?:suggestions?|list))/,
    },
    tool: 'purchase_suggestion',
    figures: ['productsToBuy', 'unitsToBuy'],
    rows: { name: 0, value: 2, most: 5 },
    period: 'none',
    otherwise: 'lowStock',
  },
  {
    id: 'soldOut',
    words: {
      pt: /(?:(?:produtos?|itens|item) (?:que (?:esta|estao) |que acabaram |(?:esta|estao) )?(?:sem estoque|esgotados?|zerados?|em falta|com estoque zerado)|(?:o )?que (?:ja )?(?:acabou|esgotou|zerou|esta (?:sem estoque|em falta|zerado|esgotado))(?: (?:no|do) (?:meu )?estoque)?|sem estoque|esgotados)/,
      en: /(?:(?:products? |items? |what |anything )?(?:(?:that )?(?:is |are ))?(?:out of stock|sold out)(?: products?| items?)?|products? with no stock)/,
    },
    tool: 'low_stock',
    input: { state: 'out' },
    figures: ['products'],
    rows: { name: 0, value: 2, most: 5 },
    period: 'none',
  },
  {
    id: 'lowStock',
    words: {
      pt: /(?:(?:produtos? |itens )?(?:que estao |estao )?(?:com |no )?(?:o )?(?:estoque baixo|pouco estoque|estoque minimo)|(?:(?:produtos?|itens|item|estoque) )?(?:que (?:esta|estao) |(?:esta|estao) )?(?:quase )?acabando(?: (?:no|do|de) (?:meu )?estoque)?|(?:o )?que (?:esta|vai) (?:quase )?(?:acabando|acabar|no fim)(?: (?:no|do|de|em) (?:meu )?estoque)?|abaixo do minimo)/,
      en: /(?:(?:products? |items? )?(?:that are |are |with |have )*(?:low stock|low on stock|running (?:out|low)|running out of stock|below (?:the |their )?minimum)(?: products?| items?)?|what (?:is |are )?running (?:out|low))/,
    },
    tool: 'low_stock',
    input: { state: 'low' },
    figures: ['products'],
    rows: { name: 0, value: 2, most: 5 },
    period: 'none',
  },
  {
    id: 'slowStock',
    words: {
      pt: /(?:(?:produtos?|itens|item|estoque) (?:que (?:esta|estao) |(?:esta|estao) |que )?(?:(?:parad|encalhad)[oa]s?(?: (?:no|em|de) estoque)?(?: sem (?:vender|venda|vendas|sair|giro))?|sem (?:vender|venda|vendas|sair|giro)|nao (?:vende|vendem|vendeu|venderam|sai|saem|gira|giram))|(?:o )?que (?:esta (?:encalhado|parado)|nao (?:esta )?(?:vendendo|vende|gira|sai))(?: no estoque)?)/,
      en: /(?:(?:slow|dead|unsold|idle|stale)(?:[- ]moving|[- ]selling)? (?:stock|inventory|products?|items?)|slow[- ](?:movers?|sellers?)|(?:products?|items?|stock|what) (?:that )?(?:is |are |do |does )?(?:not (?:selling|sold|moving)|not sell|sitting(?: idle| still)?|without sales))/,
    },
    tool: 'slow_stock',
    figures: ['products'],
    rows: { name: 0, value: 3, most: 5 },
    period: 'past',
    shop: true,
  },
  {
    id: 'daysOfStock',
    words: {
      pt: /(?:(?:por |para |em )?quantos dias (?:de )?(?:estoque |cobertura )?(?:eu )?(?:tenho|dura|ainda dura|restam|ha)?(?: (?:de |o )?estoque)?|dias de (?:estoque|cobertura)|cobertura de estoque|quanto tempo dura (?:o )?estoque)/,
      en: /(?:(?:for )?how many days of (?:stock|cover)(?: do i have| do we have| are left| is left)?|days of (?:stock|cover)|how long (?:will|does) (?:the |my )?stock (?:last)?)/,
    },
    tool: 'product_stock',
    figures: ['daysOfStock', 'available'],
    period: 'none',
    product: 'must',
    tellsNone: true,
  },
  {
    id: 'stockValue',
    words: {
      pt: /(?:(?:qual )?(?:e )?(?:o )?valor (?:do|em|total do) (?:meu )?estoque|quanto (?:vale|tenho parado em|tenho em dinheiro em) (?:o )?(?:meu )?estoque|estoque a custo)/,
      en: /(?:(?:value|worth) of (?:my |the )?(?:stock|inventory)|(?:stock|inventory) value|how much is (?:my |the )?(?:stock|inventory) worth)/,
    },
    tool: 'product_stock',
    figures: ['stockValue', 'onHand'],
    period: 'none',
  },
  {
    id: 'stock',
    words: {
      pt: /(?:quant[oa]s? (?:unidades |pecas )?(?:eu )?(?:tenho|temos|ha|tem) (?:em |no )?estoque|quantas unidades em estoque|(?:unidades|quanto) em estoque|saldo (?:de|em) estoque|como (?:anda|esta|vai|estao) (?:o |os )?(?:meu |meus )?estoques?|(?:meu )?estoque(?: atual| disponivel)?)/,
      en: /(?:how (?:much|many) (?:units )?(?:do i have |do we have |are |is )?(?:in |on )?(?:stock|hand)(?: do i have| do we have)?|how much stock (?:do i have|do we have|is there)?|units in stock|how is (?:my |the )?(?:stock|inventory)(?: doing)?|(?:current |available |my )?(?:stock|inventory)(?: level| levels)?)/,
    },
    tool: 'product_stock',
    figures: ['onHand', 'reserved'],
    period: 'none',
    ofProduct: 'stockOf',
  },
  // For one product; no words of its own.
  {
    id: 'stockOf',
    words: { pt: /(?!)/, en: /(?!)/ },
    tool: 'product_stock',
    figures: ['available', 'onHand', 'reserved'],
    period: 'none',
    product: 'must',
  },
]
