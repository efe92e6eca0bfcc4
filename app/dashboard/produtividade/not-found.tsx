import { NotFoundScreen } from '@/components/shell/not-found-screen'

/** As of any address that does not exist: whether the company has these pages is its own matter. */
export default function ProductivityNotFound() {
  return <NotFoundScreen what="page" />
}
