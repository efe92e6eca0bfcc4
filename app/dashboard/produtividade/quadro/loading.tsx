import { BoardSkeleton } from '@/components/productivity/productivity-skeletons'

export default BoardSkeleton
