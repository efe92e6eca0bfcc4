import { RoomSkeleton } from '@/components/shell/page-skeletons'

export default RoomSkeleton
