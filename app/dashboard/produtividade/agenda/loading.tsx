import { AgendaSkeleton } from '@/components/productivity/productivity-skeletons'

export default AgendaSkeleton
