import { MappingSkeleton } from '@/components/mapping/mapping-skeleton'

export default MappingSkeleton
