import { startEmailChange } from '@/lib/identity/auth/email-change/email-link'
import { withOrganization } from '@/lib/core/db'
import { addExpenses } from '@/lib/money/expenses/add-expenses'
import { connectDrive, dropPassword, session } from './account-samples'
import { entityFields } from './action-samples'
import { picture } from './packing-samples'
import { inspect } from '../harnesses/database'
import { addMember, type TestOrganization } from '../factories/factories'
import { newerTable } from './fee-samples'
import { supplierFields } from './purchase-samples'
import { supplierNfe } from '../factories/supplier-nfe'

type Sample = (company: TestOrganization) => Promise<object>

const URL = 'http://127.0.0.1:9/hook'
const KEY = 'a-key-that-is-not-in-use-here'

const inCompany = (company: TestOrganization, text: string, given: unknown[] = []) =>
  inspect(company.organizationId, text, given)

async function nameOf({ organizationId }: TestOrganization): Promise<string> {
  const [row] = await inspect<{ name: string }>(
    organizationId,
    'SELECT name FROM organization WHERE organization_id = $1',
    [organizationId],
  )
  return row!.name
}

/** A member without a password confirms with a fresh sign-in. */
const confirmed = (company: TestOrganization, input: object = {}) => dropPassword(company).then(() => input)

const fields = { description: 'Luz', amountCents: 100n, kind: 'fixed', dueOn: '2026-11-21', category: 'Casa' } as const

/** As actionSamples, for what takes no id: a company is all that it needs. */
export const plainSamples: Record<string, Sample> = {
  'accessToken.create': (company) => confirmed(company, { name: 'Robô', scope: 'read', days: 30 }),
  'account.askEmailChange': (company) => confirmed(company, { email: 'outra@example.com' }),
  'account.cancelEmailChange': async (company) => {
    await withOrganization(company, (db) => startEmailChange(db, company.owner.userId!, 'outra@example.com'))
    return {}
  },
  'account.changePassword': (company) => confirmed(company, { newPassword: 'um caminho comprido de terra' }),
  'account.erase': async (company) => {
    await addMember(company, 'owner')
    return confirmed(company)
  },
  'account.removeAvatar': async () => ({}),
  'account.setDisplayName': async () => ({ displayName: 'Maria' }),
  'account.uploadAvatar': async () => ({ photo: await picture() }),
  'buyer.find': async () => ({ query: 'Zuleica' }),
  'count.open': async () => ({ name: 'Contagem', from: 'none', query: '', skus: [] }),
  'dispatch.planDay': async () => ({ query: '' }),
  'drive.disconnect': async (company) => {
    await connectDrive(company)
    return {}
  },
  'expense.renameCategory': async (company) => {
    await withOrganization(company, (db) => addExpenses(db, company.owner, [fields]))
    return { from: 'Casa', to: 'Loja' }
  },
  'export.request': async () => ({ kind: 'products', format: 'csv', query: '', language: 'pt', toDrive: false }),
  'feeRule.check': async () => ({}),
  'feeRule.take': newerTable,
  'health.run': async () => ({}),
  'legalEntity.create': async () => entityFields,
  'member.leave': async (company) => {
    await addMember(company, 'owner')
    return {}
  },
  'notification.setPreference': async () => ({ kind: 'memberJoined', channel: 'byMail', on: true }),
  'setupGuide.setHidden': async () => ({ hidden: true }),
  'organization.cancelDeletion': async (company) => {
    await inCompany(
      company,
      `UPDATE organization SET deletion_at = now() + interval '1 day' WHERE organization_id = $1`,
      [company.organizationId],
    )
    return {}
  },
  'organization.planDeletion': async (company) => confirmed(company, { name: await nameOf(company) }),
  'organization.setProductivity': async () => ({ version: 1, on: true }),
  'organization.requireSecondFactor': async () => ({ version: 1, on: false }),
  'organization.update': async () => ({ version: 1, name: 'Outro nome', timeZone: 'America/Sao_Paulo' }),
  'organization.takeAlong': (company) => confirmed(company, { language: 'pt' }),
  'organization.updateBuyingRules': async () => ({
    version: 1,
    costRule: 'average',
    salesDays: 30,
    coverDays: 30,
    leadDays: 7,
  }),
  'organization.updateStockRules': async () => ({ version: 1, lowStockUnits: 4, backorders: true }),
  'organizationKey.remove': async (company) => {
    const { organizationId, owner } = company
    const key = { organizationId, provider: 'gemini' as const, encrypted: 'ciphertext-of-a-key', hint: 'out!' }
    const data = { ...key, setBy: owner.userId!, setAt: new Date() }
    await withOrganization(company, (db) => db.organizationKey.create({ data, select: { provider: true } }))
    return { provider: 'gemini' }
  },
  'organizationKey.set': async () => ({ provider: 'gemini', key: KEY, keepAnyway: true }),
  'photo.upload': async () => ({ photo: await picture() }),
  'purchaseInvoice.upload': async () => {
    const lines = [{ code: 'A', quantity: '1', goodsCents: 100 }]
    return { file: new File([supplierNfe({ to: '19131243000197', number: 95_001, lines })], 'nota.xml') }
  },
  'savedView.save': async () => ({ name: 'Hoje', query: '', shared: false }),
  'session.endOthers': async (company) => {
    await session(company)
    return {}
  },
  'supplier.create': async () => supplierFields,
  'webhook.create': async () => ({ url: URL, kinds: ['order.created'] }),
}
