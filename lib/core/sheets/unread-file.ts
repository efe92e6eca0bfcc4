import 'server-only'
import { getTranslations } from 'next-intl/server'
import { plainDecimal } from '../money'
import { csvFile } from './csv'
import { isRows, type Unread } from './unread'

/** The unread rows of a file, as a sheet for the support; amounts in reais. */
export async function unreadFile(unread: readonly Unread[]): Promise<{ name: string; content: string }> {
  const t = await getTranslations('moneyFiles.unread')
  const reais = (cents: string | null) => (cents === null ? '' : plainDecimal(BigInt(cents)))
  const lines = unread.map(({ kind, name, place, sample, count, cents, becomes, follows }) => [
    t(`kinds.${kind}`),
    name || t('others'),
    [place, becomes && t('becomes', { status: t(`statuses.${becomes}`) }), follows && t(`follows.${follows}`)]
      .filter(Boolean)
      .join(' · '),
    sample,
    isRows({ kind }) ? t('rows', { count }) : String(count),
    reais(cents),
  ])
  const head = [t('kind'), t('name'), '', t('sample'), t('count'), t('amount')]
  return { name: `${t('fileName')}.csv`, content: csvFile([head, ...lines], (text) => /^-?\d+\.\d{2}$/.test(text)) }
}
