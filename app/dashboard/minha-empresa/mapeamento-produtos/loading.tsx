import { MappingSkeleton } from '@/components/catalog/mapping/mapping-skeleton'

export default MappingSkeleton
