import { ValueSkeleton } from '@/components/catalog/warehouse/value-skeleton'

export default ValueSkeleton
