import { useTranslations } from 'next-intl'
import { Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import type { RowProblem } from '@/lib/catalog/mapping/schema'

const SHOWN = 100

export function RunProblems({ problems, total }: { problems: RowProblem[]; total: number }) {
  const t = useTranslations('mapping.run')
  return (
    <details className="mt-3">
      <summary className="cursor-pointer font-medium">{t('problems', { count: total })}</summary>
      <div
        role="region"
        tabIndex={0}
        aria-label={t('problems', { count: total })}
        className="mt-2 max-h-72 overflow-y-auto"
      >
        <Table label={t('problems', { count: total })} sticky={false}>
          <Thead>
            <Th numeric>{t('row')}</Th>
            <Th>{t('reason')}</Th>
            <Th>{t('value')}</Th>
          </Thead>
          <Tbody>
            {problems.slice(0, SHOWN).map(({ row, reason, value }) => (
              <Tr key={`${row} ${reason}`}>
                <Td numeric label={t('row')}>
                  {row}
                </Td>
                <Td label={t('reason')}>{t(`reasons.${reason}`)}</Td>
                <Td label={t('value')} className="wrap-anywhere">
                  {value}
                </Td>
              </Tr>
            ))}
          </Tbody>
        </Table>
      </div>
    </details>
  )
}
