import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { memberPage } from '@/app/dashboard/member-page'
import { InvoicesScreen } from '@/components/sales/dispatch/invoices-screen'
import { listReadyToSendFor, listUnmatchedFor } from '@/lib/sales/dispatch/invoice-queue'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('dispatch.notes')
  return { title: t('title') }
}

export default memberPage(
  'order.create',
  async ({ member }) => (
    <InvoicesScreen unmatched={await listUnmatchedFor(member)} ready={await listReadyToSendFor(member)} />
  ),
  ['dispatch.bulk', 'dispatch.notes'],
)
