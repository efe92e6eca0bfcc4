'use client'

import dynamic from 'next/dynamic'
import { Skeleton } from './skeleton'

const loading = () => <Skeleton className="h-72 w-64" />

export const LazyDayCalendar = dynamic(() => import('./calendar').then((module) => module.DayCalendar), {
  ssr: false,
  loading,
})
export const LazyRangeCalendar = dynamic(() => import('./calendar').then((module) => module.RangeCalendar), {
  ssr: false,
  loading,
})
