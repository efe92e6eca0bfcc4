import { HubSkeleton } from '@/components/insight/hub/hub-skeleton'

export default HubSkeleton
