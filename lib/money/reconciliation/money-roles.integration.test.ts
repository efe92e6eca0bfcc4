import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { can, ROLES, type Permission, type Role } from '@/lib/core/permissions'
import { getBankFor } from '../bank/views'
import { getCaseFor, getCaseFrameFor, getCasesFor } from '../cases/views'
import { getPricesFor } from '../fees/price-views'
import { getSimulationFor } from '../fees/simulation-views'
import { getCalculatorFor, getFeesFor } from '../fees/views'
import { newId } from '@/lib/core/ids'
import {
  getMoneyFailedFile,
  getMoneyUnreadFile,
  getMoneyFileProgress,
  getMoneyFiles,
  getMoneyFileView,
} from '@/lib/connect/money-reports/views'
import { getFreightFor } from '../payouts/freight-views'
import { getPayoutsFor } from '../payouts/views'
import { getWalletScreenFor } from '../payouts/wallet-views'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { getLimitsFor } from '../revenue-limits/views'
import { getReconcileProgress, getReconciliationFor, getSettlementFor } from './views'

type Viewer = Parameters<typeof getReconciliationFor>[0] & { legalEntityIds: string[] | null }
const none = newId()

/** Every view of the marketplace's money: the right that it asks for, itself, below the page that shows it. */
const views: Record<string, [Permission, (viewer: Viewer) => Promise<unknown>]> = {
  getReconciliationFor: ['reconciliation.read', (viewer) => getReconciliationFor(viewer, {})],
  getSettlementFor: ['reconciliation.read', (viewer) => getSettlementFor(viewer, none)],
  getReconcileProgress: ['reconciliation.read', (viewer) => getReconcileProgress(viewer)],
  getCasesFor: ['reconciliation.read', (viewer) => getCasesFor(viewer, {})],
  getCaseFrameFor: ['reconciliation.read', (viewer) => getCaseFrameFor(viewer, [], null)],
  getCaseFor: ['reconciliation.read', (viewer) => getCaseFor(viewer, none)],
  getMoneyFiles: ['reconciliation.read', (viewer) => getMoneyFiles(viewer)],
  getMoneyFileView: ['reconciliation.read', (viewer) => getMoneyFileView(viewer, none, {})],
  getMoneyFileProgress: ['reconciliation.read', (viewer) => getMoneyFileProgress(viewer, none)],
  getMoneyFailedFile: ['reconciliation.read', (viewer) => getMoneyFailedFile(viewer, none)],
  getMoneyUnreadFile: ['reconciliation.read', (viewer) => getMoneyUnreadFile(viewer, none)],
  getBankFor: ['money.read', (viewer) => getBankFor(viewer, {})],
  getPayoutsFor: ['money.read', (viewer) => getPayoutsFor(viewer, {})],
  getWalletScreenFor: ['money.read', (viewer) => getWalletScreenFor(viewer, {})],
  getFreightFor: ['money.read', (viewer) => getFreightFor(viewer, {})],
  getFeesFor: ['money.read', (viewer) => getFeesFor({ ...viewer }, {})],
  getCalculatorFor: ['money.read', (viewer) => getCalculatorFor({ ...viewer })],
  getPricesFor: ['money.read', (viewer) => getPricesFor({ ...viewer }, {})],
  getSimulationFor: ['money.read', (viewer) => getSimulationFor({ ...viewer }, {})],
  getLimitsFor: ['money.read', (viewer) => getLimitsFor({ ...viewer })],
}

let company: TestOrganization
beforeAll(async () => {
  company = await createTestOrganization()
})

const isRefused = (viewer: Viewer, run: (viewer: Viewer) => Promise<unknown>): Promise<boolean> =>
  Promise.resolve()
    .then(() => run(viewer))
    .then(
      () => false,
      (error: unknown) => {
        const { code } = error as { code?: string }
        if (code === 'permissionDenied') return true
        if (code === 'notFound') return false
        throw error
      },
    )

test('none of them is left out', () => {
  const money = ['reconciliation', 'cases', 'bank', 'payouts', 'fees', 'wallet', 'revenue-limits']
  const folders = [...money.map((name) => `lib/money/${name}`), 'lib/connect/money-reports']
  const matches = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => /views\.ts$/.test(file))
      .flatMap((file) => [
        ...readFileSync(join(folder, file), 'utf8').matchAll(
          /export (?:async function|const) (get\w+)[^;{]*?\((?:\s*)(?:viewer|member)\b/g,
        ),
      ])
      .map(([, name]) => name!),
  )
  expect(matches.toSorted()).toEqual(Object.keys(views).toSorted())
})

test.each(Object.entries(views))(
  '%s answers only roles that the table of roles lets read it',
  async (_, [right, run]) => {
    const answers: Partial<Record<Role, boolean>> = {}
    for (const role of ROLES) {
      const entities = role === 'accountant' ? [company.legalEntityId] : null
      const viewer = { ...company.owner, role, timeZone: 'America/Sao_Paulo', legalEntityIds: entities }
      answers[role] = !(await isRefused(viewer, run))
    }
    expect(answers).toEqual(Object.fromEntries(ROLES.map((role) => [role, can(role, right)])))
  },
)
