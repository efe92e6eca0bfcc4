import { BoardSkeleton } from '@/components/insight/productivity/productivity-skeletons'

export default BoardSkeleton
