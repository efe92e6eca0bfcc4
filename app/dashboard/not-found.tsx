import { NotFoundScreen } from '@/components/shell/not-found-screen'

export default function DashboardNotFound() {
  return <NotFoundScreen what="record" />
}
