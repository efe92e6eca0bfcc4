import { ProductivitySkeleton } from '@/components/productivity/productivity-skeletons'

export default ProductivitySkeleton
