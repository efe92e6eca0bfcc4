import { foldHeading, namesOfHeading, type HeadingSource } from '@/lib/core/sheets/heading-names'
import type { CatalogueField, SheetSource, SheetUnits } from './fields'
import { currentStockNames, templateColumns } from './template-columns'

export type CatalogueSource = HeadingSource<SheetSource, CatalogueField> & {
  units: SheetUnits
  /** Others write zero where they know nothing: a price, a cost or a measure of zero says nothing. */
  zeroIsEmpty: boolean
}

const kilos: SheetUnits = { weight: 'kg', size: 'cm' }
const grams: SheetUnits = { weight: 'g', size: 'cm' }
const own = { name: 'mascate', signs: [], units: { weight: 'g', size: 'mm' }, zeroIsEmpty: false } as const
const bling = { name: 'bling', units: kilos, zeroIsEmpty: true } as const
const tiny = { name: 'tiny', units: kilos, zeroIsEmpty: true } as const
const upseller = { name: 'upseller', units: grams, zeroIsEmpty: true } as const

/** The other systems' names of the columns in some of their versions; names of our own sheets are unique. */
const likely = {
  title: /^(nome|titulo|descricao)( d[oe] (produto|item))?$/,
  price: /^(preco|valor) (de venda|unitario|varejo)$/,
  stock: /^(estoque|saldo) (atual|disponivel|total|fisico)$|^(qtde?|quantidade) em estoque$/,
  cost: /^(preco|valor) de (custo|compra)$|^custo( unitario| medio)?$/,
  minimum: /^(estoque|quantidade) minim[oa]$/,
  barcodes: /^(gtin|ean)([ /]\(?(ean|gtin)\)?)?$|^codigos? de barras?( \(?(ean|gtin)\)?)?$/,
  weight: /^peso( bruto)?( \(kg\))?$/,
  width: /^largura( d[oa] (produto|embalagem))?( \(cm\))?$/,
  height: /^altura( d[oa] (produto|embalagem))?( \(cm\))?$/,
  length: /^(profundidade|comprimento)( d[oa] (produto|embalagem))?( \(cm\))?$/,
} satisfies Partial<Record<CatalogueField, RegExp>>

const ownNames = Object.fromEntries(templateColumns.map(({ field, names }) => [field, names]))

/**
 * The words of the sheets' first rows. Their help pages describe what the columns mean without listing the words, so these are the words of
 * the sheets themselves as public programs that fill them write them. Bling products and balances, Olist Tiny products and UpSeller products:
 * found so, word for word. Bling, Tiny and UpSeller kits, Tiny and UpSeller balances: by general knowledge of their screens; where they
 * differ, the person says which column is which, once.
 */
export const catalogueSources: readonly CatalogueSource[] = [
  { ...own, needs: ['sku'], columns: ownNames },
  {
    ...own,
    needs: ['sku', 'componentSku'],
    columns: {
      sku: ['SKU do kit', 'Kit SKU'],
      title: ['Título do kit', 'Kit title'],
      componentSku: ['SKU do componente', 'Component SKU'],
      componentQuantity: ['Quantidade do componente', 'Component quantity', 'Quantidade', 'Quantity'],
    },
  },
  {
    ...bling,
    needs: ['sku'],
    likely,
    signs: ['Cód. no fornecedor', 'Cód no fornecedor', 'Tipo Produção', 'Clonar dados do pai', 'Grupo de Tags/Tags'],
    columns: {
      sku: ['Código'],
      title: ['Descrição'],
      unit: ['Unidade'],
      ncm: ['NCM', 'Classificação fiscal'],
      origin: ['Origem'],
      price: ['Preço'],
      stock: ['Estoque'],
      cost: ['Preço de custo'],
      shelf: ['Localização'],
      minimum: ['Estoque mínimo'],
      weight: ['Peso bruto (Kg)', 'Peso líquido (Kg)'],
      barcodes: ['GTIN/EAN'],
      width: ['Largura do produto'],
      height: ['Altura do produto'],
      length: ['Profundidade do produto', 'Comprimento do produto'],
      sizeUnit: ['Unidade de medida', 'Unidade de Medida das dimensões'],
      cest: ['CEST'],
      description: ['Descrição Complementar', 'Descrição Curta'],
      leadTime: ['Cross-Docking'],
      archived: ['Situação'],
    },
  },
  {
    ...bling,
    needs: ['sku', 'stock'],
    signs: ['Balanço', 'Balanço (OBRIGATÓRIO)', 'ID Produto'],
    columns: {
      sku: ['Codigo produto', 'Código produto', 'Código'],
      title: ['Descrição Produto', 'Descrição'],
      barcodes: ['GTIN', 'GTIN **'],
      deposit: ['Depósito', 'Deposito'],
      stock: ['Balanço', 'Saldo', 'Estoque'],
      cost: ['Preço de Custo'],
    },
  },
  {
    ...bling,
    needs: ['sku', 'componentSku'],
    signs: ['Código componente', 'Código do componente', 'ID Componente', 'Código Produto Composição'],
    columns: {
      sku: ['Código', 'Código Produto', 'Código do produto', 'Código Produto Composição'],
      title: ['Descrição', 'Descrição produto', 'Nome do produto'],
      componentSku: ['Código componente', 'Código do componente'],
      componentQuantity: ['Quantidade', 'Quantidade componente', 'Qtd'],
    },
  },
  {
    ...tiny,
    needs: ['sku'],
    likely,
    signs: [
      'Código (SKU)',
      'Cód do Fornecedor',
      'GTIN/EAN tributável',
      'Formato embalagem',
      'Código de Enquadramento IPI',
    ],
    columns: {
      sku: ['Código (SKU)', 'Código'],
      title: ['Descrição', 'Produto'],
      unit: ['Unidade'],
      ncm: ['NCM (Classificação fiscal)', 'Classificação fiscal'],
      origin: ['Origem'],
      price: ['Preço'],
      stock: ['Estoque'],
      cost: ['Preço de custo'],
      shelf: ['Localização'],
      minimum: ['Estoque mínimo'],
      weight: ['Peso bruto (Kg)', 'Peso líquido (Kg)'],
      barcodes: ['GTIN/EAN'],
      width: ['Largura embalagem'],
      height: ['Altura embalagem'],
      length: ['Comprimento embalagem'],
      cest: ['CEST'],
      description: ['Descrição complementar'],
      leadTime: ['Dias para preparação'],
      archived: ['Situação'],
      type: ['Tipo do produto'],
    },
  },
  {
    ...tiny,
    needs: ['sku', 'stock', 'deposit'],
    signs: ['Código (SKU)'],
    columns: {
      sku: ['Código (SKU)'],
      title: ['Descrição', 'Produto'],
      deposit: ['Depósito'],
      stock: ['Saldo', 'Estoque', 'Quantidade', 'Saldo disponível'],
      cost: ['Preço de custo', 'Custo médio'],
    },
  },
  {
    ...tiny,
    needs: ['sku', 'componentSku'],
    signs: ['Código do kit (SKU)', 'Código (SKU) do componente', 'SKU do item'],
    columns: {
      sku: ['Código do kit (SKU)', 'SKU do kit', 'Código (SKU)'],
      title: ['Descrição do kit', 'Descrição'],
      componentSku: ['Código (SKU) do componente', 'SKU do componente', 'SKU do item'],
      componentQuantity: ['Quantidade', 'Quantidade no kit'],
    },
  },
  {
    ...upseller,
    needs: ['sku'],
    signs: ['Custo de Compra', 'Preço de varejo', 'Apelido do Produto', 'Apelido de SKU', 'N° do Estante'],
    columns: {
      sku: ['SKU'],
      title: ['Título', 'Product name'],
      price: ['Preço de varejo'],
      cost: ['Custo de Compra'],
      stock: ['Quantidade', 'Estoque'],
      shelf: ['N° do Estante'],
      barcodes: ['Código de Barras'],
      weight: ['Peso (g)'],
      length: ['Comprimento (cm)'],
      width: ['Largura (cm)'],
      height: ['Altura (cm)'],
      ncm: ['NCM'],
      cest: ['CEST'],
      unit: ['Unidade'],
      origin: ['Origem'],
    },
  },
  {
    ...upseller,
    needs: ['sku', 'stock'],
    signs: ['Armazém', 'Estoque Total', 'Estoque Disponível', 'Custo Médio'],
    columns: {
      sku: ['SKU'],
      title: ['Título', 'Nome do Produto'],
      deposit: ['Armazém'],
      stock: ['Estoque Total', 'Quantidade', 'Estoque', 'Estoque Disponível'],
      cost: ['Custo Médio', 'Custo'],
      shelf: ['Estante', 'N° do Estante'],
    },
  },
  {
    ...upseller,
    needs: ['sku', 'componentSku'],
    signs: ['SKU Combinado', 'SKU Individual'],
    columns: {
      sku: ['SKU Combinado', 'SKU do Kit'],
      title: ['Título', 'Nome do Kit'],
      componentSku: ['SKU', 'SKU Individual', 'SKU do Produto'],
      componentQuantity: ['Quantidade', 'Quantidade do SKU'],
    },
  },
]

/** The likely meaning of a column in an unknown sheet: every word that any of the sources uses for it. */
export const anyNames = catalogueSources.reduce<Partial<Record<CatalogueField, string[]>>>((all, { columns }) => {
  for (const [field, names] of Object.entries(columns) as [CatalogueField, string[]][])
    all[field] = [...(all[field] ?? []), ...names]
  return all
}, {})

/** Columns of the sources' own sheets that are understood and not needed, as public programs that fill the sheets write them. */
const spare = (
  'ID|ID Produto|Valor IPI fixo|Observações|Observação|Cód. no fornecedor|Cód do Fornecedor|Fornecedor|Estoque máximo|Peso líquido (Kg)|' +
  'GTIN/EAN da Embalagem|GTIN/EAN tributável|GTIN|Data Validade|Descrição do Produto no Fornecedor|Descrição do Produto|Itens p/ caixa|' +
  'Produto Variação|Tipo Produção|Classe de enquadramento do IPI|Código de Enquadramento IPI|Código na Lista de Serviços|Tipo do item|' +
  'Grupo de Tags/Tags|Tributos|Código Pai|Código Integração|Grupo de produtos|Marca|Volumes|Formato embalagem|Diâmetro embalagem|' +
  'Apelido do Produto|Valor|Data|Descrição|Preço promocional|Categoria do produto|Link Externo|URL Imagens Externas|Garantia|' +
  'Sob encomenda|Preço de custo|Preço de compra|Departamento|Meses Garantia no Fornecedor|Clonar dados do pai|Condição do Produto|Frete Grátis|' +
  'Número FCI|Vídeo|Tags|Situação|Problema na planilha|Linha na planilha'
).split('|')
const known = new Set([...spare, ...Object.values(anyNames).flat(), ...currentStockNames].map(foldHeading))

/** Nothing of a column of this name is missed. */
export const isSpareCatalogueColumn = (heading: string): boolean =>
  namesOfHeading(heading).some((name) => known.has(name))
