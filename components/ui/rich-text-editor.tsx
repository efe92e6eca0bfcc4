'use client'

import dynamic from 'next/dynamic'
import { Skeleton } from './skeleton'

/** HTML in, HTML out; '' when nothing is written. The editor's code loads only where it is shown. */
export const RichTextEditor = dynamic(() => import('./rich-text-area').then((module) => module.RichTextArea), {
  ssr: false,
  loading: () => <Skeleton className="h-44 w-full" />,
})
