import { RecordSkeleton } from '@/components/shell/page-skeletons'

export default RecordSkeleton
