'use client'

import { createContext, useContext, type ReactNode } from 'react'
import type { Role } from '@/lib/core/permissions'
import type { Language } from '@/lib/core/language'

export type OrganizationView = {
  userId: string
  organizationId: string
  role: Role
  language: Language
  timeZone: string
}

const Organization = createContext<OrganizationView | null>(null)

export function OrganizationContext({ value, children }: { value: OrganizationView; children: ReactNode }) {
  return <Organization value={value}>{children}</Organization>
}

/** The organization that this page was rendered for; every action sends it, so that a switch in another tab is noticed. */
export function useOrganization(): OrganizationView {
  const organization = useContext(Organization)
  if (!organization) throw new Error('useOrganization needs an OrganizationContext above it')
  return organization
}
