import 'server-only'
import { keepWait } from '@/lib/core/process/kept-wait'

/** Between the times that a run looks at what the platform makes of it. */
export const pauses = keepWait()
