import { tokenScopes } from '@/lib/identity/access-tokens/schema'
import { sectionNames } from '@/lib/assist/agent-tasks/schema'
import { sheetKinds } from '@/lib/connect/catalogue-sheets/schema'
import { shipMethods } from '@/lib/sales/dispatch/schema'
import { exportKinds, fileFormats, packKinds } from '@/lib/core/exports/schema'
import * as enums from '@/lib/generated/prisma/enums'
import { checkNames } from '../data-checks/schema'
import { remapScopes } from '@/lib/catalog/mapping/schema'
import { moneyFileTypes } from '@/lib/connect/money-reports/schema'
import { readings, sendings } from '@/lib/connect/sync/schema'
import { webhookKinds } from '@/lib/assist/webhooks/schema'
import { changesOf } from './changes'
import { readerOf } from './reader'
import { sentenceOf, writeValue } from './words'

/** The fields that the audit log stores as codes, with the kinds of their entries. */
const codes: [kind: string, field: string, codes: readonly string[]][] = [
  ['healthRun', 'check', checkNames],
  ['case', 'cause', Object.values(enums.DiscrepancyCause)],
  ['case', 'state', Object.values(enums.CaseState)],
  ['taxRate', 'regime', Object.values(enums.TaxRegime)],
  ['legalEntity', 'sellerType', Object.values(enums.SellerType)],
  ['shop', 'stockMaster', Object.values(enums.Master)],
  ['shop', 'priceMaster', Object.values(enums.Master)],
  ['shop', 'status', Object.values(enums.ShopStatus)],
  ['organization', 'costRule', Object.values(enums.CostRule)],
  ['syncFailure', 'operation', [...readings, ...sendings]],
  ['order', 'status', Object.values(enums.OrderStatus)],
  ['order', 'method', shipMethods],
  ['order', 'answer', ['accept', 'offer', 'dispute', 'acceptOffer']],
  ['export', 'kind', [...exportKinds, ...packKinds]],
  ['export', 'format', fileFormats],
  ['export', 'state', ['waiting', 'running']],
  ['webhook', 'kinds', webhookKinds],
  ['dispatchRun', 'kind', Object.values(enums.RunKind)],
  ['expense', 'kind', Object.values(enums.ExpenseKind)],
  ['expense', 'status', Object.values(enums.ExpenseStatus)],
  ['import', 'kind', [...sheetKinds, ...moneyFileTypes]],
  ['listing', 'how', Object.values(enums.MappingHow)],
  ['listing', 'scope', remapScopes],
  ['purchase', 'status', Object.values(enums.PurchaseStatus)],
  ['stock', 'how', ['change', 'count']],
  ['stock', 'from', Object.values(enums.LocationKind)],
  ['stockCount', 'from', ['filter', 'skus', 'none']],
  ['session', 'how', ['password', 'confirmation', 'google', 'invitation']],
  ['accessToken', 'scope', tokenScopes],
  ['organizationKey', 'provider', Object.values(enums.KeyProvider)],
  ['proposal', 'kind', ['expense', 'mapping', 'product_price', 'listing_price', 'stock_count']],
  ['agentTask', 'kind', Object.values(enums.AgentTaskKind)],
  ['agentTask', 'worker', Object.values(enums.AgentTaskWorker)],
  ['agentTask', 'sections', sectionNames],
  ['agentTask', 'state', Object.values(enums.AgentTaskState)],
  ['task', 'column', Object.values(enums.BoardColumn)],
  ['member', 'role', Object.values(enums.Role)],
  ['feeRule', 'basis', Object.values(enums.FeeBasis)],
]
/** Spelt as their own word. */
const words = ['MEI', 'CPF', 'CNPJ', 'CSV', 'ZIP', 'Excel', 'Gemini', 'Manus', 'Mascate', 'Google', 'Full']

// In the other language some codes are the words themselves; both have the same keys.
test('no code stands raw in the trail', () => {
  const reader = readerOf('pt', 'America/Sao_Paulo')
  const raw = codes.flatMap(([kind, field, all]) =>
    all.flatMap((code) => {
      const [change] = changesOf(kind, null, { [field]: code })
      const text = writeValue(change!.after, reader, () => null)
      return text === code && !words.includes(text) ? `${kind}.${field} ${code}` : []
    }),
  )
  expect(raw).toEqual([])
})

test('a code has its words by its field, and a text that looks like one stays a text', () => {
  const reader = readerOf('pt', 'America/Sao_Paulo')
  const write = (kind: string, field: string, value: string) =>
    writeValue(changesOf(kind, null, { [field]: value })[0]!.after, reader, () => null)
  expect(write('healthRun', 'check', 'pricesInDeadZones')).toBe('Preços em zona morta')
  expect([write('export', 'kind', 'expenses'), write('expense', 'kind', 'tax')]).toEqual(['Despesas', 'Imposto'])
  expect(write('order', 'code', 'MAN-2026-00001')).toBe('MAN-2026-00001')
  const moved = { event: 'order.statusChanged', before: { status: 'confirmed' }, after: { status: 'shipped' } }
  const person = { actorKind: 'person' as const, actorId: 'a', person: { name: 'Maria', isMember: true } }
  const subject = { kind: 'order', name: 'MAN-1', href: null }
  expect(sentenceOf({ ...moved, ...person, subject }, reader)).toMatch(/confirmado.*enviado/)
})
