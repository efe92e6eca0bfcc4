import { notFound } from 'next/navigation'
import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { EditOrderForm } from '@/components/sales/orders/edit-order-form'
import { firstOf } from '@/lib/core/keyset'
import { getOrderEditFor } from '@/lib/sales/orders/edit-order-view'

export const generateMetadata = pageTitle('orders')

export default memberPage(
  'order.create',
  async ({ member, params, searchParams }) => {
    const order = await getOrderEditFor(member, params.id)
    if (!order) notFound()
    return <EditOrderForm order={order} listQuery={firstOf(searchParams.desk)} />
  },
  [
    'orders.edit',
    'orders.entry',
    'orders.fields',
    'orders.terms',
    'products.fields',
    'products.hints',
    'products.labels',
    'products.quick',
  ],
)
