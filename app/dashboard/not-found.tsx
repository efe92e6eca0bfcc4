import { headers } from 'next/headers'
import { NotFoundScreen } from '@/components/shell/not-found-screen'
import { pathHeader } from '@/lib/identity/auth/return-path'
import { listOfRecord } from '@/lib/core/record-pages'

export default async function DashboardNotFound() {
  const list = listOfRecord((await headers()).get(pathHeader) ?? '')
  return <NotFoundScreen what="record" list={list} />
}
