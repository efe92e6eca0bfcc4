import { getTranslations } from 'next-intl/server'
import { answerFile } from '../../answer-file'
import { memberRoute } from '../../member-route'
import { getPickingListFor } from '@/lib/sales/dispatch/picking-list'
import { pickingPdf } from '@/lib/sales/dispatch/picking-pdf'

export const dynamic = 'force-dynamic'

export const GET = memberRoute('order.create', async ({ member, request }) => {
  const query = Object.fromEntries(new URL(request.url).searchParams)
  const list = await getPickingListFor(member, query)
  const t = await getTranslations('dispatch.picking')
  const pdf = await pickingPdf(list, query.paper === 'label' ? 'label' : 'a4', {
    title: t('title'),
    summary: t('summary', { orders: list.orders, units: list.units, products: list.lines.length }),
    noShelf: t('noShelf'),
  })
  return answerFile({ name: 'picking-list.pdf', type: 'application/pdf', content: Buffer.from(pdf) })
})
