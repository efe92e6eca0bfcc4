import { ListSkeleton } from '@/components/shell/page-skeletons'

export default ListSkeleton
