import { TabSkeleton } from '@/components/shell/page-skeletons'

export default TabSkeleton
