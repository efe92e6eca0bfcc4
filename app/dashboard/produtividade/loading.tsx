import { ProductivitySkeleton } from '@/components/insight/productivity/productivity-skeletons'

export default ProductivitySkeleton
