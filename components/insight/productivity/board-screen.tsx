import { PlusIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { ButtonLink } from '@/components/ui/button'
import { PageHeader } from '@/components/ui/page-header'
import { boardPath } from '@/lib/insight/productivity/schema'
import type { BoardView } from '@/lib/insight/productivity/views'
import { Board } from './board'
import { ProductivityNav } from './productivity-nav'
import { TaskDrawer } from './task-drawer'

export function BoardScreen({ view }: { view: BoardView }) {
  const t = useTranslations('productivity')
  return (
    <>
      <PageHeader
        title={t('board.title')}
        actions={
          <ButtonLink variant="primary" href={`${boardPath}?new=1`} scroll={false}>
            <PlusIcon aria-hidden />
            {t('board.new')}
          </ButtonLink>
        }
      />
      <ProductivityNav active="board" />
      <Board view={view} />
      <TaskDrawer view={view} />
    </>
  )
}
