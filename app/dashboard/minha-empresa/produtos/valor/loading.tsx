import { ValueSkeleton } from '@/components/warehouse/value-skeleton'

export default ValueSkeleton
