import type { ColumnType } from '@/lib/core/exports/list-kind'
import type { CatalogueField } from './fields'

type TemplateColumn = { field: CatalogueField; names: readonly string[]; type: ColumnType; width: number }

/** Our own sheet: the first name is the Portuguese heading, the second the English one; the others are understood as well. */
export const templateColumns: readonly TemplateColumn[] = [
  { field: 'sku', names: ['SKU', 'SKU code', 'SKU do produto'], type: 'text', width: 20 },
  { field: 'title', names: ['Título', 'Title', 'Produto', 'Nome'], type: 'text', width: 44 },
  { field: 'price', names: ['Preço', 'Price', 'Preço de venda'], type: 'money', width: 12 },
  { field: 'cost', names: ['Custo', 'Cost', 'Preço de custo', 'Custo unitário'], type: 'money', width: 12 },
  { field: 'costSince', names: ['Custo desde', 'Cost since', 'Custo válido desde'], type: 'day', width: 12 },
  { field: 'stock', names: ['Estoque contado', 'Counted stock', 'Estoque', 'Stock'], type: 'number', width: 16 },
  { field: 'minimum', names: ['Estoque mínimo', 'Minimum stock'], type: 'number', width: 14 },
  { field: 'leadTime', names: ['Prazo de reposição (dias)', 'Lead time (days)'], type: 'number', width: 14 },
  { field: 'barcodes', names: ['Códigos de barras', 'Barcodes', 'Código de barras'], type: 'text', width: 24 },
  { field: 'shelf', names: ['Endereço no estoque', 'Shelf', 'Localização'], type: 'text', width: 16 },
  { field: 'weight', names: ['Peso (g)', 'Weight (g)'], type: 'number', width: 10 },
  { field: 'length', names: ['Comprimento (mm)', 'Length (mm)'], type: 'number', width: 14 },
  { field: 'width', names: ['Largura (mm)', 'Width (mm)'], type: 'number', width: 14 },
  { field: 'height', names: ['Altura (mm)', 'Height (mm)'], type: 'number', width: 14 },
  { field: 'ncm', names: ['NCM', 'NCM code'], type: 'text', width: 12 },
  { field: 'cest', names: ['CEST', 'CEST code'], type: 'text', width: 12 },
  { field: 'origin', names: ['Origem', 'Origin'], type: 'number', width: 8 },
  { field: 'unit', names: ['Unidade', 'Unit'], type: 'text', width: 8 },
  { field: 'packagingCost', names: ['Custo da embalagem', 'Packaging cost'], type: 'money', width: 14 },
  { field: 'description', names: ['Descrição (HTML)', 'Description (HTML)'], type: 'text', width: 30 },
  { field: 'archived', names: ['Arquivado', 'Archived'], type: 'text', width: 10 },
]

/** Shown only, never read: the count of another moment must not undo later sales. */
export const currentStockNames = [
  'Estoque no sistema (não muda nada)',
  'Stock in the system (changes nothing)',
] as const
