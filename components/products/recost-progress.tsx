'use client'

import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { Card } from '@/components/ui/card'
import { Progress } from '@/components/ui/progress'

const EVERY_MS = 2000

/** Orders that take on their costs in the background. */
export function RecostProgress({ done, total }: { done: number; total: number }) {
  const t = useTranslations('products.costs')
  const router = useRouter()
  useEffect(() => {
    const timer = setInterval(() => router.refresh(), EVERY_MS)
    return () => clearInterval(timer)
  }, [router])
  return (
    <Card className="mb-4">
      <Progress label={t('running')} value={done} max={total} detail={t('runningOf', { done, total })} />
    </Card>
  )
}
