import 'server-only'
import { formatDateTime } from '@/lib/core/dates'
import type { ExportContext } from '@/lib/core/exports/list-kind'
import { translatorIn } from '@/lib/core/i18n/translator'
import type { Language } from '@/lib/core/language'
import { formatNumber } from '@/lib/core/money'
import { PERSONAL_TABLES, SECRET_TABLES } from './tables'
import { leftOutReasons, type ArchiveContents } from './contents'
import { folderOf } from './write-files'

const MEGABYTE = 1024 ** 2

type Readme = { language: Language; company: string; contents: ArchiveContents; context: ExportContext; end: Date }

/** The page that says how the archive is opened and how much of what is in it, what its owner opens first, and what is not in it and why. */
export function writeReadme({ language, company, contents, context, end }: Readme): { name: string; text: string } {
  const t = translatorIn(language, 'exports.archive.readme')
  const folders = {
    data: context.t('exports.archive.folders.data'),
    lists: context.t('exports.archive.folders.lists'),
    files: context.t('exports.archive.folders.files'),
  }
  const number = (value: number) => formatNumber(value, language)
  const moment = (at: Date) => formatDateTime(at, language, context.timeZone)
  const rows = (each: { name: string; rows: number }) => `  ${each.name}: ${number(each.rows)}`
  const megabytes = (bytes: bigint) => number(Math.ceil(Number(bytes) / MEGABYTE))
  const columns = contents.tables.flatMap(({ name, leftOut }) =>
    leftOut.length ? [`  ${name}: ${leftOut.join(', ')}`] : [],
  )
  const parts = [
    [t('title', { company }), t('made', { asked: moment(context.now), end: moment(end), zone: context.timeZone })],
    [t('howTo'), t('open')],
    [t('lists', { folder: folders.lists }), ...contents.lists.map(rows)],
    [
      t('files', { folder: folders.files }),
      ...[...contents.files].map(
        ([kind, { count, bytes }]) => `  ${folderOf(context.t, kind)}: ${number(count)} (${megabytes(bytes)} MB)`,
      ),
    ],
    [t('data', { folder: folders.data }), ...contents.tables.map(rows)],
    [t('care')],
    [t('notHere'), `- ${t('secrets', { tables: SECRET_TABLES.join(', ') })}`, ...columns],
    [`- ${t('personal', { tables: PERSONAL_TABLES.join(', ') })}`],
    [`- ${t('exports')}`],
    ...leftOutParts(contents, t),
  ]
  return { name: t('name'), text: parts.map((lines) => lines.join('\r\n')).join('\r\n\r\n') + '\r\n' }
}

function leftOutParts(
  { leftOut }: ArchiveContents,
  t: ReturnType<typeof translatorIn<'exports.archive.readme'>>,
): string[][] {
  return leftOutReasons.flatMap((reason) => {
    const { count, names } = leftOut[reason]
    return count > 0 ? [[`- ${t(`leftOut.${reason}`, { count })}`, ...names.map((name) => `  ${name}`)]] : []
  })
}
