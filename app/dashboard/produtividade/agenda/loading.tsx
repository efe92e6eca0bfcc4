import { AgendaSkeleton } from '@/components/insight/productivity/productivity-skeletons'

export default AgendaSkeleton
