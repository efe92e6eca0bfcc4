import { isAddedHeading, namesOfHeading, foldHeading } from '@/lib/core/sheets/heading-names'
import { channelOfSource, type SaleLayout } from './fields'

/**
 * Columns of the marketplaces' exports that are understood and not needed: their content is elsewhere in the row, or is
 * no money of the seller's. The seller's payments and refunds beside the charge of the sale are not among them: they
 * are reported with their amount.
 */
const spare: Record<string, string> = {
  // Systems for all channels say who the buyer is, and where the order goes.
  '':
    'ID|Data prevista|ID contato|Tipo de Pessoa|CPF/CNPJ|RG/IE|CEP|Município|UF|Endereço|Endereço Nro|Complemento|Bairro|Fone|Celular|e-mail|' +
    'Desconto pedido (% ou valor)|Observações|ID produto|Descrição|Código de rastreamento|Vendedor|Destinatário|CPF/CNPJ entrega|CEP entrega|' +
    'Município entrega|UF entrega|Endereço entrega|Endereço Nro entrega|Complemento entrega|Bairro entrega|Fone entrega|' +
    'Número do pedido no e-commerce|Número do pedido multiloja|Descrição do produto|Forma de envio|Número (Nota Fiscal)|Data de Emissão|' +
    'Quantidade de volumes|Total de itens|Valor total da venda|Data máxima de despacho|Data de envio|Preço de custo|Custo total|' +
    'Existe Nota Fiscal gerada|Número da nota|Data do faturamento',
  [channelOfSource.mercadoLivre]:
    'Descrição do status|Depósito|Pacote de diversos produtos|Pertence a um kit|Receita por produtos|Total|Mês de faturamento das suas tarifas|Venda por publicidade|' +
    '# de anúncio|Canal de venda|Loja oficial|Título do anúncio|Variação|Tipo de anúncio|NF-e em anexo|Dados pessoais ou da empresa|' +
    'Tipo e número do documento|Endereço|Tipo de contribuinte|Inscrição estadual|Negócio|CPF|Cidade|Estado|CEP|País|Forma de entrega|Data a caminho|' +
    'Data entregue|Motorista|Número de rastreamento|URL de acompanhamento|Unidades|Revisado pelo Mercado Livre|Data de revisão|Dinheiro liberado|Resultado|' +
    'Destino|Motivo do resultado|Reclamação aberta|Reclamação encerrada|Em mediação|Comprador',
  [channelOfSource.tiktokShop]:
    'Order Substatus|Cancelation/Return Type|Normal or Pre-order|SKU ID|Product Name|Variation|SKU Subtotal Before Discount|SKU Platform Discount|' +
    'SKU Subtotal After Discount|Shipping Fee After Discount|Original Shipping Fee|Shipping Fee Platform Discount|Payment platform discount|Taxes|Order Amount|' +
    'Paid Time|RTS Time|Shipped Time|Delivered Time|Cancelled Time|Cancel By|Cancel Reason|Fulfillment Type|Warehouse Name|Tracking ID|Delivery Option|' +
    'Shipping Provider Name|Buyer Message|Recipient|Phone #|Zipcode|Country|State|City|District|Detail Address|Additional address information|' +
    'Payment Method|Weight(kg)|Product Category|Package ID|Seller Note|Checked Status|Checked Marked by|CPF Number|Street Name|House Number|Purchase Channel',
}
const folded = new Map(
  Object.entries(spare).map(([channel, names]) => [channel, new Set(names.split('|').map(foldHeading))]),
)

export const isSpareSaleColumn = ({ channel }: Pick<SaleLayout, 'channel'>, heading: string): boolean =>
  isAddedHeading(heading) || namesOfHeading(heading).some((name) => folded.get(channel ?? '')?.has(name))
