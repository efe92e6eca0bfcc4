import { useTranslations } from 'next-intl'
import { Badge } from '@/components/ui/badge'
import { RowLink, Td } from '@/components/ui/table'

type ItemCellProps = { title: string; detail: string | null; href: string | null; isUnmapped?: boolean }

/** A sold item: a product that its row leads to, or an unmapped listing. */
export function ItemCell({ title, detail, href, isUnmapped }: ItemCellProps) {
  const t = useTranslations('analytics')
  return (
    <Td className="min-w-0">
      <span className="line-clamp-2">
        {href ? (
          <RowLink href={href} className="inline!">
            {title}
          </RowLink>
        ) : (
          title
        )}
      </span>
      <span className="flex flex-wrap items-center gap-x-2 text-xs text-ink-3">
        {detail}
        {isUnmapped && <Badge tone="warn">{t('unmapped')}</Badge>}
      </span>
    </Td>
  )
}
