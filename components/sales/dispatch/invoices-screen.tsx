import { useLocale, useTranslations } from 'next-intl'
import { Card, CardHeader } from '@/components/ui/card'
import { Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import type { InvoiceDocument } from '@/lib/sales/dispatch/invoice-queue'
import { formatMoney } from '@/lib/core/money'
import { BackLink } from './back-link'
import { InvoiceUpload } from './invoice-upload'
import { MatchInvoice } from './match-invoice'

export function InvoicesScreen({ unmatched, ready }: { unmatched: InvoiceDocument[]; ready: string[] }) {
  const t = useTranslations('dispatch.notes')
  return (
    <div className="grid min-w-0 gap-4">
      <BackLink label={t('back')} />
      <Card>
        <CardHeader title={t('upload')} description={t('uploadText')} className="mb-3" />
        <InvoiceUpload ready={ready} />
      </Card>
      <Card flush>
        <CardHeader title={t('unmatchedTitle')} description={t('unmatchedText')} className="px-4 py-4" />
        {unmatched.length === 0 ? (
          <p className="border-t border-line px-4 py-6 text-ink-2">{t('none')}</p>
        ) : (
          <Unmatched documents={unmatched} />
        )}
      </Card>
    </div>
  )
}

function Unmatched({ documents }: { documents: InvoiceDocument[] }) {
  const t = useTranslations('dispatch.notes')
  const language = useLocale()
  return (
    <Table label={t('unmatchedTitle')} className="border-t border-line">
      <Thead>
        <Th>{t('file')}</Th>
        <Th numeric>{t('total')}</Th>
        <Th>{t('action')}</Th>
      </Thead>
      <Tbody>
        {documents.map((document) => (
          <Tr key={document.id}>
            <Td primary className="max-md:col-start-1!">
              <a href={`/api/dispatch/invoices/${document.id}`} className="wrap-anywhere">
                {document.fileName}
              </a>
              <span className="block text-[13px] font-normal text-ink-3">
                {document.number ? t('number', { number: document.number }) : t('noNumber')}
              </span>
            </Td>
            <Td numeric label={t('total')}>
              {document.totalCents === null ? '—' : formatMoney(document.totalCents, language)}
            </Td>
            <Td>
              <MatchInvoice documentId={document.id} />
            </Td>
          </Tr>
        ))}
      </Tbody>
    </Table>
  )
}
