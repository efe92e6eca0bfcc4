'use client'

import { useTranslations } from 'next-intl'
import { MovePanel, type MoveProps } from '@/components/connect/order-imports/move-panel'
import { moveMoneyFileAction, previewMoneyMoveAction } from '@/lib/connect/money-reports/actions'
import type { MoneyMovePreview } from '@/lib/connect/money-reports/move-money-file'

/** Takes the rows that a money file wrote into the wrong shop to the right one. */
export function MoveMoneyFile(props: MoveProps) {
  const t = useTranslations('moneyFiles.result.move')
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
  const stays = ({ stays: count }: MoneyMovePreview) => (count > 0 ? [t('stays', { count })] : [])
  return (
    <MovePanel {...props} words={words} preview={previewMoneyMoveAction} send={moveMoneyFileAction} stays={stays} />
  )
}
