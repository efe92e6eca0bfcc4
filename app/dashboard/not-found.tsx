import { headers } from 'next/headers'
import { NotFoundScreen } from '@/components/shell/not-found-screen'
import { pathHeader } from '@/lib/auth/return-path'
import { listOfRecord } from '@/lib/record-pages'

export default async function DashboardNotFound() {
  const list = listOfRecord((await headers()).get(pathHeader) ?? '')
  return <NotFoundScreen what="record" list={list} />
}
