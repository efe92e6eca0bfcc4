import { useLocale, useTranslations } from 'next-intl'
import { buttonClass } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { DownloadLink } from '@/components/ui/download-link'
import { Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import type { PackView, TaskView } from '@/lib/assist/agent-tasks/task-view'
import { formatNumber } from '@/lib/core/money'
import { ApprovePack } from './approve-pack'

/** The data to be sent, or sent: file by file, with its first rows as they stand in it. */
export function PackCard({ task }: { task: TaskView }) {
  const t = useTranslations('agentTasks')
  const { id, state, kind, packs, packHash, question, approvedByName, may } = task
  const isDraft = state === 'draft'
  const hasLeft = task.events.some((event) => event.kind === 'note' && event.text === 'approved')
  return (
    <Card flush>
      <CardHeader
        className="p-4"
        title={t(isDraft ? 'pack.title' : hasLeft ? 'pack.sent' : 'pack.kept')}
        description={isDraft ? t('pack.text') : approvedByName && t('pack.approved', { name: approvedByName })}
        actions={may.approve && packHash && <ApprovePack id={id} packHash={packHash} />}
      />
      {isDraft && !may.approve && <p className="px-4 pb-4 text-ink-2">{t('pack.cannot')}</p>}
      <dl className="border-t border-line p-4">
        <dt className="text-[13px] font-medium text-ink-2">{t('pack.words')}</dt>
        <dd className="wrap-anywhere whitespace-pre-line">{question ?? t(`prompts.${kind}`)}</dd>
        <dd className="mt-1 text-[13px] text-ink-2">{t('prompts.data')}</dd>
      </dl>
      <ul className="divide-y divide-line border-t border-line">
        {packs.map((pack) => (
          <PackFile key={pack.id} pack={pack} />
        ))}
      </ul>
    </Card>
  )
}

function PackFile({ pack }: { pack: PackView }) {
  const t = useTranslations('agentTasks')
  const language = useLocale()
  const { id, section, name, bytes, rows, total, preview } = pack
  const size = `${formatNumber(bytes / 1024, language, 1)} kB`
  const [head = [], ...body] = preview
  return (
    <li className="p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div className="min-w-0">
          <h3 className="font-semibold">{t(`sections.${section}`)}</h3>
          <p className="text-[13px] wrap-anywhere text-ink-2">
            {`${name} · `}
            {rows < total
              ? t('pack.cut', { rows: formatNumber(rows, language), total: formatNumber(total, language), size })
              : t('pack.size', { rows, size })}
          </p>
        </div>
        <DownloadLink className={buttonClass({ size: 'sm' })} href={`/api/manus/packs/${id}`}>
          {t('pack.download', { name })}
        </DownloadLink>
      </div>
      {body.length === 0 ? (
        <p className="mt-2 text-[13px] text-ink-2">{t('pack.empty')}</p>
      ) : (
        <details className="mt-2">
          <summary className="w-fit cursor-pointer text-[13px] font-medium text-accent-text">
            {t('pack.preview', { name })}
          </summary>
          <Table label={t(`sections.${section}`)} sticky={false} focusable className="mt-2">
            <Thead>
              {head.map((cell) => (
                <Th key={cell}>{cell}</Th>
              ))}
            </Thead>
            <Tbody>
              {body.map((row, at) => (
                <Tr key={at}>
                  {row.map((cell, column) => (
                    <Td key={column} label={head[column]} className="wrap-anywhere tabular-nums">
                      {cell}
                    </Td>
                  ))}
                </Tr>
              ))}
            </Tbody>
          </Table>
        </details>
      )}
    </li>
  )
}
