import { getLocale, getTranslations } from 'next-intl/server'
import { answerFile } from '../../../answer-file'
import { memberRoute } from '../../../member-route'
import { manifestPdf, type ManifestTexts } from '@/lib/sales/packing/manifest-pdf'
import { getManifestFor } from '@/lib/sales/packing/views'
import { formatDateTime } from '@/lib/core/dates'

export const dynamic = 'force-dynamic'

export const GET = memberRoute('dispatch.work', async ({ member, params }) => {
  const manifest = await getManifestFor(member, params.id)
  const t = await getTranslations('bench.manifest')
  const at = formatDateTime(manifest.closedAt, await getLocale(), member.timeZone)
  const title = t('pdfTitle', { number: manifest.number })
  const texts: ManifestTexts = {
    title,
    summary: t('pdfSummary', { carrier: manifest.carrier ?? t('noCarrier'), count: manifest.parcels, at }),
    columns: [t('pdfNumber'), t('tracking'), t('package'), t('order')],
    signature: t('signature'),
  }
  const pdf = await manifestPdf(title, [{ ...manifest, texts }])
  return answerFile({ name: `romaneio-${manifest.number}.pdf`, type: 'application/pdf', content: Buffer.from(pdf) })
})
