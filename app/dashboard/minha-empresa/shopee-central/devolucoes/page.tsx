import { memberPage } from '@/app/dashboard/member-page'
import { RoomToCome } from '@/components/dispatch/room-to-come'
import { roomTitle } from '../room-title'

export const generateMetadata = roomTitle('returns')

export default memberPage('dispatch.work', () => <RoomToCome />)
