import { getLocale, getTranslations } from 'next-intl/server'
import { answerFile } from '../../../../answer-file'
import { memberRoute } from '../../../../member-route'
import { manifestPdf } from '@/lib/sales/packing/manifest-pdf'
import { formatDateTime } from '@/lib/core/dates'
import { getDayManifestFor } from '@/lib/sales/dispatch/run-manifest'

export const dynamic = 'force-dynamic'

export const GET = memberRoute('order.create', async ({ member, params }) => {
  const { preparedAt, manifests } = await getDayManifestFor(member, params.id)
  const [t, words] = [await getTranslations('dispatch.prepare'), await getTranslations('bench.manifest')]
  const at = formatDateTime(preparedAt, await getLocale(), member.timeZone)
  const pdf = await manifestPdf(
    t('manifest'),
    manifests.map(({ carrier, shopName, rows }) => ({
      rows,
      texts: {
        title: t('manifestTitle', { carrier: carrier ?? words('noCarrier') }),
        summary: t('manifestSummary', { shop: shopName, count: rows.length, at }),
        columns: [words('pdfNumber'), words('tracking'), words('package'), words('order')],
        signature: words('signature'),
      },
    })),
  )
  return answerFile({ name: 'romaneio.pdf', type: 'application/pdf', content: Buffer.from(pdf) })
})
