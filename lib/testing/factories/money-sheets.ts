import fc from 'fast-check'

export type Table = { headings: string[]; rows: string[][] }

const order = (n: number) => `2611${String(1 + (n % 28)).padStart(2, '0')}AB${String(n).padStart(6, '0')}`
const reais = (cents: number) => (cents / 100).toFixed(2)
const day = (n: number) => `2026-11-${String(1 + (n % 28)).padStart(2, '0')}`
export const amountLists = fc.uniqueArray(fc.integer({ min: 100, max: 99_999 }), { minLength: 3, maxLength: 12 })

type MoneySheet = {
  sheet: string
  word?: number
  make: (cents: number[]) => Table
  /** Sheets that stand beside it, since alone it says nothing. */
  beside?: (table: Table) => Record<string, Table>
}

/** The orders' own sheet, of which the freight's rows tell more. */
function incomeOf({ headings, rows }: Table): Record<string, Table> {
  const at = headings.indexOf('ID do pedido')
  const codes = [...new Set(rows.map((row) => row[at]!))].filter((code) => code !== '???').toSorted()
  return {
    Renda: {
      headings: [
        'Ver',
        'ID do pedido',
        'Data de conclusão do pagamento',
        'Preço do produto',
        'Frete cobrado pelo parceiro logístico',
        'Quantia total lançada (R$)',
      ],
      rows: codes.map((code) => ['Order', code, day(1), '100.00', '-20.00', '80.00']),
    },
  }
}

/** A file of each kind, of so many amounts: each row is one that no other is. */
export const moneySheets: Record<string, MoneySheet> = {
  income: {
    sheet: 'Renda',
    make: (cents) => ({
      headings: [
        'Ver',
        'ID do pedido',
        'ID do reembolso',
        'Data de conclusão do pagamento',
        'Preço do produto',
        'Taxa de comissão líquida',
        'Quantia total lançada (R$)',
      ],
      rows: cents.map((each, n) => ['Order', order(n), '-', day(n), reais(each), '-1.00', reais(each - 100)]),
    }),
  },
  adjustments: {
    sheet: 'Adjustment',
    make: (cents) => ({
      headings: ['Data de conclusão do ajuste', 'Motivo do ajuste', 'Número do pedido relacionado', 'Valor do ajuste'],
      rows: cents.map((each, n) => [day(n), 'DIFAL', n % 2 ? '-' : order(n), reais(-each)]),
    }),
  },
  wallet: {
    sheet: 'Transaction Report',
    word: 1,
    make: (cents) => ({
      headings: [
        'Data',
        'Tipo de transação',
        'Descrição',
        'ID do pedido',
        'Direção do dinheiro',
        'Valor',
        'Status',
        'Balança após as transações',
      ],
      rows: cents.map((each, n) => [
        `${day(n)} 10:00`,
        'Renda do pedido',
        '',
        order(n),
        'Entrada',
        reais(each),
        'ok',
        reais(each * 2),
      ]),
    }),
  },
  returns: {
    sheet: 'Sheet1',
    word: 3,
    make: (cents) => ({
      headings: [
        'ID da Devolução',
        'ID do pedido',
        'Tempo de envio de devolução',
        'Status da Devolução / Reembolso',
        'Tipo de Devolução',
        'Nome do Produto',
        'SKU da Variação',
        'Quantidade de Devoluções',
        'Quantia total de reembolsos',
        'Ação do Vendedor solicitada até',
        'Motivo da disputa',
      ],
      // Two rows of each return: an item each.
      rows: cents.flatMap((each, n) =>
        ['A', 'B'].map((sku) => [
          `${order(n)}R`,
          order(n),
          `${day(n)} 09:00`,
          'Devolução em Andamento',
          'Devolução',
          `Produto ${sku}`,
          sku,
          '1',
          `R$ ${reais(each).replace('.', ',')}`,
          `${day(n)} 23:59`,
          'Produto usado',
        ]),
      ),
    }),
  },
  'parts of service fees': {
    sheet: 'Service Fee Details',
    make: (cents) => ({
      headings: ['Número da sequência', 'ID do pedido', 'Taxa de Transação', 'Taxa por item vendido'],
      rows: cents.map((each, n) => ['', order(n), reais(-each), '-4.50']),
    }),
  },
  affiliates: {
    sheet: 'Relatório',
    word: 7,
    make: (cents) => ({
      headings: [
        'ID do pedido',
        'Status do Pedido',
        'Id de atribuição da comissão',
        'Nome do afiliado',
        'Comissão do item da marca para o Afiliado',
        'Taxa de serviço de Afiliados do Vendedor',
        'despesas',
        'Estado de dedução',
        'Número de referência SKU',
      ],
      // Two items of each order: of one attribution.
      rows: cents.flatMap((each, n) =>
        ['A', 'B'].map((sku) => [
          order(n),
          'Concluído',
          '81000001',
          'ana',
          reais(each),
          '0.50',
          reais(each + 50),
          'Deduzido',
          sku,
        ]),
      ),
    }),
  },
  listings: {
    sheet: 'Sheet1',
    make: (cents) => ({
      headings: [
        'et_title_product_id',
        'et_title_product_name',
        'et_title_variation_id',
        'et_title_variation_name',
        'et_title_parent_sku',
        'et_title_variation_sku',
        'et_title_variation_price',
        'ps_gtin_code',
        'et_title_variation_stock',
      ],
      // Two variations of each item; the item's own SKU in the first alone.
      rows: cents.flatMap((each, n) =>
        ['A', 'B'].map((name, at) => [
          String(40_000_000 + n),
          'Caneca',
          String(90_000_000 + n * 2 + at),
          name,
          at === 0 ? `PAI-${n}` : '',
          '',
          reais(each),
          '7891234567895',
          String(at),
        ]),
      ),
    }),
  },
  statistics: {
    sheet: 'Pedido Feito',
    make: (cents) => ({
      headings: ['Data', 'Vendas (BRL)', 'Pedidos', 'Visitantes', 'Taxa de Conversão de Pedidos'],
      rows: cents.map((each, n) => [
        day(n + 12)
          .split('-')
          .reverse()
          .join('/'),
        reais(each),
        '3',
        String(100 + n),
        '3,84%',
      ]),
    }),
  },
  listingStatistics: {
    sheet: 'Produtos',
    make: (cents) => ({
      headings: [
        'ID do Item',
        'Produto',
        'ID da Variação',
        'SKU Principal',
        'Visitantes do Produto (Visita)',
        'Unidades (Pedido pago)',
        'Vendas (Pedido pago) (BRL)',
      ],
      rows: cents.map((each, n) => [
        String(40_000_000 + n),
        'Caneca',
        '-',
        `PAI-${n}`,
        String(100 + n),
        '3',
        reais(each),
      ]),
    }),
  },
  ads: {
    sheet: 'Anúncios',
    make: (cents) => ({
      headings: ['#', 'Nome do Anúncio', 'Status', 'ID do produto', 'Impressões', 'Cliques', 'GMV', 'Despesas'],
      rows: cents.map((each, n) => [
        '',
        `Anúncio ${n}`,
        'Em curso',
        String(40_000_000 + n),
        '100',
        '10',
        reais(each * 9),
        reais(each),
      ]),
    }),
  },
  freight: {
    sheet: 'Shipping Fee Discrepancy',
    beside: incomeOf,
    make: (cents) => ({
      headings: [
        'ID do pedido',
        'Taxa de frete esperada:',
        'Taxa de frete real cobrada pelo parceiro logístico:',
        'Motivo da discrepância',
      ],
      rows: cents.map((each, n) => [order(n), reais(each), reais(each + 500), 'Peso divergente']),
    }),
  },
  'a bank’s statement': {
    sheet: 'Extrato',
    make: (cents) => ({
      headings: ['Data', 'Valor', 'Identificador', 'Descrição'],
      rows: cents.map((each, n) => [day(n), reais(each), `pix-${n}`, `Pix ${n % 2}`]),
    }),
  },
  advances: {
    sheet: 'Acelera',
    word: 5,
    make: (cents) => ({
      headings: [
        'Data do resgate rápido',
        'ID do resgate rápido',
        'ID do pedido',
        'Valor dos resgates rápidos',
        'Valor recebido',
        'Status',
      ],
      rows: cents.map((each, n) => [
        `${day(1)} 10:00`,
        '="2193185766133548046"',
        order(n),
        reais(each),
        reais(each),
        'Antecipação paga',
      ]),
    }),
  },
}
