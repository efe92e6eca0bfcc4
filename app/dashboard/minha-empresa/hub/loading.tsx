import { HubSkeleton } from '@/components/hub/hub-skeleton'

export default HubSkeleton
