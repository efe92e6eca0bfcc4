import { recipientOf } from '../orders/buyer'
import { itemsOf, type PackageRow, type WholeOrder } from '../orders/order-rows'
import type { Label } from './label-pdf'
import { listAddresses } from './shop-addresses'

/** The label shows the recipient in full, whatever the API masks: the carrier has to find the door. */
export function labelOf(shopName: string, whole: WholeOrder, parcel: PackageRow): Label {
  const { order, invoice } = whole
  const addresses = listAddresses(order.shop_id)
  const sender = addresses.find(({ address_id }) => address_id === parcel.address_id) ?? addresses[0]!
  return {
    orderSn: order.order_sn,
    packageNumber: parcel.package_number,
    trackingNumber: parcel.tracking_number ?? '',
    carrier: parcel.shipping_carrier,
    recipient: order.recipient ?? recipientOf(order.buyer_user_id),
    sender: { name: shopName, address: sender.address, city: sender.city, zipcode: sender.zipcode },
    accessKey: invoice?.access_key ?? '',
    shipBy: new Date(order.ship_by_date * 1000).toLocaleDateString('pt-BR', { timeZone: 'America/Sao_Paulo' }),
    items: itemsOf(whole, parcel).map((item) => ({
      sku: item.model_sku || item.item_sku,
      name: [item.item_name, item.model_name].filter(Boolean).join(' - '),
      quantity: item.quantity,
    })),
  }
}
