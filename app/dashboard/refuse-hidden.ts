import { headers } from 'next/headers'
import { notFound } from 'next/navigation'
import { requireMember } from '@/lib/identity/auth/member'
import { pathHeader } from '@/lib/identity/auth/return-path'
import { productivityPath } from '@/lib/insight/productivity/schema'
import { isUnknownRecord } from '@/lib/core/record-pages'

const isProductivity = (path: string) => path === productivityPath || path.startsWith(`${productivityPath}/`)

/**
 * Pages that a company has not switched on, and records that it does not have, are answered as any address that does not exist. Asked
 * above the layout's Suspense: below it the answer has begun before a page is reached, and says 200. The pages guard themselves all the
 * same, so what the browser fetches within a page, which keeps the menu, is not asked here.
 */
export async function refuseHidden(): Promise<void> {
  const sent = await headers()
  const [path = ''] = (sent.get(pathHeader) ?? '').split('?')
  if (isProductivity(path) && !(await requireMember()).productivity) notFound()
  const isWithinPage = sent.has('rsc') || sent.has('next-action')
  if (!isWithinPage && (await isUnknownRecord(await requireMember(), path))) notFound()
}
