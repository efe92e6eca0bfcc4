import { headers } from 'next/headers'
import { notFound } from 'next/navigation'
import { requireMember } from '@/lib/auth/member'
import { pathHeader } from '@/lib/auth/return-path'
import { productivityPath } from '@/lib/productivity/schema'

const isProductivity = (path: string) => path === productivityPath || path.startsWith(`${productivityPath}/`)

/**
 * Pages that a company has not switched on are answered as any address that does not exist. Asked above the layout's Suspense: below it
 * the answer has begun before a page is reached, and says 200. The pages guard themselves all the same.
 */
export async function refuseHidden(): Promise<void> {
  const [path = ''] = ((await headers()).get(pathHeader) ?? '').split('?')
  if (isProductivity(path) && !(await requireMember()).productivity) notFound()
}
