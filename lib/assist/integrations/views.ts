import 'server-only'
import { listTokensFor, type TokenRow } from '@/lib/identity/access-tokens/views'
import { readSpent, type SpentView } from '../assistant/spent'
import type { Member } from '@/lib/identity/auth/member'
import { can } from '@/lib/core/permissions'
import { getUserSecurity } from '@/lib/identity/auth/user-security'
import { withOrganization, type Db } from '@/lib/core/db'
import { findDriveTarget } from '@/lib/connect/drive/views'
import { env } from '@/lib/core/env'
import { UserError } from '@/lib/core/errors'
import { functions } from '../functions/registry'
import { firstOf, type Query } from '@/lib/core/keyset'
import { keyProviders, type KeyProviderName } from '@/lib/identity/organization-keys/schema'
import { listProposalsFor, type OpenProposal } from '../proposals/views'
import { grantWarning } from '@/lib/connect/shops/grant'
import { absoluteAddress } from '../tools/addresses'
import type { ToolName } from '../tools/contract'
import { tools } from '../tools/registry'
import { getWebhooksFor, type WebhooksView } from '../webhooks/views'
import { integrationTabs, type IntegrationState, type IntegrationTab } from './schema'

type Viewer = Pick<Member, 'organizationId' | 'userId' | 'role' | 'legalEntityIds' | 'timeZone'>

export type KeyView = {
  state: IntegrationState
  source: 'organization' | 'installation' | null
  /** The last characters, for who may change it. */
  hint: string | null
  setAt: Date | null
}
export type ConnectionsView = {
  marketplace: { state: IntegrationState; connected: number; ended: string[]; ending: string[] }
  drive: { state: IntegrationState; problem: 'unconfigured' | 'folder' | 'broken' | null; folder: string | null }
  google: { state: IntegrationState }
  email: { state: IntegrationState }
  keys: Record<KeyProviderName, KeyView>
  /** The usage of the assistant's model, for those who manage integrations. */
  spent: SpentView | null
}
export type FunctionRow = { name: string; changes: boolean }
export type IntegrationsView = {
  tab: IntegrationTab
  tabs: IntegrationTab[]
  mayManage: boolean
  proposals: OpenProposal[]
  connections: ConnectionsView | null
  programs: { tokens: TokenRow[]; hasPassword: boolean; mcpAddress: string; tools: ToolName[] } | null
  functions: { address: string; rows: FunctionRow[] } | null
  webhooks: WebhooksView | null
}

/** The company's ties to other programs, and a person's own: of the tab that the address names. */
export async function getIntegrationsFor(member: Viewer, query: Query): Promise<IntegrationsView> {
  const { role } = member
  if (!can(role, 'token.own')) throw new UserError('permissionDenied')
  const mayManage = can(role, 'integration.manage')
  const tabs = integrationTabs.filter((one) => one !== 'webhooks' || mayManage)
  const tab = tabs.find((known) => known === firstOf(query.tab)) ?? 'connections'
  return {
    tab,
    tabs,
    mayManage,
    proposals: await listProposalsFor(member),
    connections: tab === 'connections' ? await getConnections(member, mayManage) : null,
    programs: tab === 'programs' ? await getPrograms(member) : null,
    functions: tab === 'functions' ? { address: absoluteAddress('/api/functions'), rows: listFunctions(role) } : null,
    webhooks: tab === 'webhooks' ? await getWebhooksFor(member, query) : null,
  }
}

const getPrograms = async (member: Viewer) => ({
  tokens: await listTokensFor(member),
  hasPassword: (await getUserSecurity(member.userId)).passwordHash !== null,
  mcpAddress: absoluteAddress('/api/mcp'),
  tools: tools.filter(({ permission }) => can(member.role, permission)).map(({ name }) => name),
})

const listFunctions = (role: Viewer['role']): FunctionRow[] =>
  functions.filter(({ permission }) => can(role, permission)).map(({ name, changes }) => ({ name, changes }))

function getConnections(member: Viewer, mayManage: boolean): Promise<ConnectionsView> {
  const { organizationId } = member
  return withOrganization(member, async (db) => ({
    marketplace: await readShops(db, organizationId),
    drive: await readDrive(db, organizationId),
    google: { state: hasGoogle() ? 'ready' : 'notSet' },
    email: { state: env().SMTP_URL ? 'ready' : 'notSet' },
    keys: await readKeys(db, organizationId, mayManage),
    spent: mayManage ? await readSpent(db, member) : null,
  }))
}

const hasGoogle = () => Boolean(env().GOOGLE_CLIENT_ID && env().GOOGLE_CLIENT_SECRET)

async function readShops(db: Db, organizationId: string): Promise<ConnectionsView['marketplace']> {
  const shops = await db.shop.findMany({
    where: { organizationId, platform: 'shopee', status: { in: ['active', 'expired'] } },
    select: { name: true, status: true, grantEndsAt: true },
    orderBy: { name: 'asc' },
  })
  const now = new Date()
  const active = shops.filter(({ status }) => status === 'active')
  const ended = shops.filter(({ status }) => status === 'expired').map(({ name }) => name)
  const ending = active.filter((shop) => grantWarning(shop, now) !== null).map(({ name }) => name)
  const state = shops.length === 0 ? 'notSet' : ended.length + ending.length > 0 ? 'attention' : 'ready'
  return { state, connected: active.length, ended, ending }
}

async function readDrive(db: Db, organizationId: string): Promise<ConnectionsView['drive']> {
  const connection = await db.driveConnection.findUnique({ where: { organizationId }, select: { errorCode: true } })
  if (!connection) return { state: 'notSet', problem: hasGoogle() ? null : 'unconfigured', folder: null }
  if (connection.errorCode) return { state: 'attention', problem: 'broken', folder: null }
  const target = await findDriveTarget(db, organizationId)
  return target
    ? { state: 'ready', problem: null, folder: target.folderName }
    : { state: 'attention', problem: 'folder', folder: null }
}

async function readKeys(db: Db, organizationId: string, mayManage: boolean): Promise<ConnectionsView['keys']> {
  const own = await db.organizationKey.findMany({
    where: { organizationId },
    select: { provider: true, hint: true, setAt: true },
  })
  const installed = { gemini: env().GEMINI_API_KEY, manus: env().MANUS_API_KEY }
  const viewOf = (provider: KeyProviderName): KeyView => {
    const match = own.find((one) => one.provider === provider)
    const source = match ? 'organization' : installed[provider] ? 'installation' : null
    const hint = match && mayManage ? match.hint : null
    return { state: source ? 'ready' : 'notSet', source, hint, setAt: match?.setAt ?? null }
  }
  return Object.fromEntries(keyProviders.map((name) => [name, viewOf(name)])) as ConnectionsView['keys']
}
