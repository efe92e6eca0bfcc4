'use client'

import { useTranslations } from 'next-intl'
import { moveImportAction, previewMoveAction } from '@/lib/connect/order-imports/actions'
import type { MovePreview } from '@/lib/connect/order-imports/move-import'
import { MovePanel, type MoveProps } from './move-panel'

/** Takes the orders of an import that named the wrong shop to the right one. */
export function MoveImport(props: MoveProps) {
  const t = useTranslations('imports.result.move')
  const words = {
    title: t('title'),
    text: t('text'),
    shop: t('shop'),
    choose: t('choose'),
    look: t('look'),
    running: (shop: string) => t('running', { shop }),
    progress: (moved: number, total: number) => t('progress', { moved, total }),
    done: (count: number, shop: string) => t('done', { count, shop }),
    failed: (count: number) => t('failed', { count }),
    moves: (count: number, to: string) => t('moves', { count, from: props.shop.name, to }),
    closed: (count: number, months: string) => t('closed', { count, months }),
    confirm: (count: number) => t('confirm', { count }),
  }
  const stays = (preview: MovePreview) =>
    (['platform', 'case', 'known'] as const).flatMap((why) =>
      preview[why] > 0 ? [t(why, { count: preview[why] })] : [],
    )
  return <MovePanel {...props} words={words} preview={previewMoveAction} send={moveImportAction} stays={stays} />
}
