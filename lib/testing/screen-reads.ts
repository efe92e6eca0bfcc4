import { getAssistantFor } from '../assistant/views'
import { getAgentTaskFor } from '../agent-tasks/task-view'
import { getAgentTasksFor } from '../agent-tasks/views'
import { listTokensFor } from '../access-tokens/views'
import { analyticsTabs } from '../analytics/filters'
import { getProductSalesFor } from '../analytics/product-sales'
import { getAnalyticsFor } from '../analytics/views'
import { getTrailFor, listHistoryFor } from '../audit/views'
import { getBankFor } from '../bank/views'
import { getBenchFor, getManifestFor } from '../bench/views'
import { getCaseFor, getCaseFrameFor, getCasesFor } from '../cases/views'
import { getSheetsOverview, getSheetView } from '../catalogue-sheets/views'
import { readSalesFilters } from '../dashboard/filters'
import { getAttentionFor, getDashboardFrame, getSalesSummary, listTopProductsFor } from '../dashboard/views'
import { addDays, addMonths, localDay } from '../dates'
import { getFailuresFor } from '../dispatch/failures'
import { listReadyToSendFor, listUnmatchedFor } from '../dispatch/invoice-queue'
import { getOrderDispatchFor } from '../dispatch/order-dispatch'
import { getPickingListFor } from '../dispatch/picking-list'
import { getDispatchFor, getRoomCountsFor, listShopsAwayFor } from '../dispatch/views'
import { getExpenseCalendarFor, getExpenseListFor } from '../expenses/views'
import { getExportOverviewFor } from '../exports/views'
import { getPricesFor } from '../fees/price-views'
import { getSimulationFor } from '../fees/simulation-views'
import { getCalculatorFor, getFeesFor } from '../fees/views'
import { getHealthFor } from '../health/views'
import { getAuditHealthFor } from '../health-checks/views'
import { getHubFor } from '../hub/views'
import { newId } from '../ids'
import { getImportOverview, getImportView } from '../imports/views'
import { listProductListingsFor } from '../mapping/product-listings'
import { getHistoryFor, getMappingFor } from '../mapping/views'
import { getMoneyFiles, getMoneyFileView } from '../money-files/views'
import { countUnreadFor, getLatestFor, listNoticesFor } from '../notifications/queries'
import { getPapersFor } from '../orders-desk/papers'
import { getDeskFor } from '../orders-desk/views'
import { getOrderEditFor } from '../orders/edit-order-view'
import { readOrderFilters } from '../orders/filters'
import { getOrderDeskFor, getOrderFor, getOrderListFor, getOrderTotalsFor } from '../orders/views'
import { getIntegrationsFor } from '../integrations/views'
import { getMonthClosesFor } from '../month-close/views'
import { getPeopleFor } from '../organizations/views'
import { findForPalette } from '../palette/find'
import { getSetupFor } from '../setup/views'
import { getFreightFor } from '../payouts/freight-views'
import { getPayoutsFor } from '../payouts/views'
import { getWalletScreenFor } from '../payouts/wallet-views'
import { getAgendaFor, getBoardFor, getProductivityHubFor } from '../productivity/views'
import { getBuyerDataFor } from '../privacy/buyer-data'
import { findBuyers, getBuyerStandingFor, listErasuresFor } from '../privacy/views'
import { listProposalsFor } from '../proposals/views'
import { readProductFilters } from '../products/filters'
import { countNewOrdersFor } from '../orders/new-orders'
import { getProductFor, getProductListFor } from '../products/views'
import { getResultFor } from '../profit/views'
import {
  getBuyingFor,
  getCostHistoryFor,
  getPurchaseFor,
  getPurchaseFormFor,
  getPurchaseListFor,
  getSuggestionFor,
  getSupplierListFor,
} from '../purchases/views'
import { getReconciliationFor, getSettlementFor } from '../reconciliation/views'
import { getReturnFor, getReturnsFor } from '../returns/views'
import { listFirstHistoriesFor } from '../sync/first-histories'
import { getEntitiesFor } from '../settings/views'
import { getShopsFor } from '../shops/views'
import { getLimitsFor } from '../thermometers/views'
import { getWebhooksFor } from '../webhooks/views'
import { getCountFor, getCountsFor } from '../warehouse/count-views'
import { getLedgerFor } from '../warehouse/ledger-views'
import { readValueFilters } from '../warehouse/value-filters'
import { getValuesFor, getValueSumsFor } from '../warehouse/value-views'
import { getLevelsFor, getStockTotalsFor } from '../warehouse/views'
import type { ScreenCompany } from './screen-company'

/** `through`: the large tables that it goes through all the same, because what it tells is as large. */
type Read = { of?: string; run: () => Promise<unknown>; through?: readonly string[] }
type Query = Record<string, string>

/** How each screen reads, as its page calls it. */
export function listScreenReads(company: () => ScreenCompany): Record<string, Read[]> {
  const today = localDay(new Date(), 'America/Sao_Paulo')
  const year = { period: 'custom', from: addDays(addMonths(today, -12), 1), to: today }
  const me = () => company().member
  const id = (kind: keyof ScreenCompany['ids']) => company().ids[kind]
  const lists = (get: (query: Query) => Promise<unknown>, ...queries: Query[]): Read[] =>
    queries.map((query) => ({ of: new URLSearchParams(query).toString(), run: () => get(query) }))
  const one = (run: () => Promise<unknown>, through: readonly string[] = []): Read[] => [{ run, through }]
  const days = (query: Query) => readSalesFilters(query, today)
  return {
    getDeskFor: lists(
      (query) => getDeskFor(me(), { sort: 'newest', ...query }),
      { q: 'BR7' },
      { q: 'silva' },
      { negative: '1' },
      { unmapped: '1' },
      { sort: 'margin' },
    ),
    getOrderDeskFor: lists((query) => getOrderDeskFor(me(), query), {}, { waiting: 'late' }, { status: 'cancelled' }),
    getOrderListFor: lists((query) => getOrderListFor(me(), query), {}, { sort: 'value' }, { channel: 'manual' }),
    getOrderTotalsFor: one(() => getOrderTotalsFor(me(), readOrderFilters({}, today))),
    getOrderFor: one(() => getOrderFor(me(), id('parcelOrder'))),
    getOrderDispatchFor: one(() => getOrderDispatchFor(me(), id('parcelOrder'))),
    getBuyerStandingFor: one(() => getBuyerStandingFor(me(), id('parcelOrder'))),
    getBuyerDataFor: one(async () => new Response((await getBuyerDataFor(me(), id('parcelOrder'), false)).body).text()),
    listErasuresFor: one(() => listErasuresFor(me())),
    // All orders that hold the words are looked at: of few orders that is all of them (search_orders).
    findBuyers: one(() => findBuyers(me(), { query: 'silva' }), ['order_desk']),
    getOrderEditFor: one(() => getOrderEditFor(me(), id('manualOrder'))),
    getPapersFor: lists(
      (query) => getPapersFor(me(), { ids: id('parcelOrder'), ...query }),
      { paper: 'picking' },
      { paper: 'slips' },
    ),
    findForPalette: ['SHP-00000', 'BR7', 'silva', 'caneca azul'].map((text) => ({
      of: text,
      run: () => findForPalette(me(), text),
    })),
    getDashboardFrame: one(() => getDashboardFrame(me(), {})),
    getSalesSummary: lists((query) => getSalesSummary(me(), days(query)), {}, year),
    listTopProductsFor: lists((query) => listTopProductsFor(me(), days(query)), {}, year),
    getAttentionFor: one(() => getAttentionFor(me())),
    getHubFor: one(() => getHubFor(me())),
    getSetupFor: one(() => getSetupFor(me())),
    getResultFor: [
      { of: 'a month', run: () => getResultFor(me(), {}), through: ['money_day'] },
      { of: 'a year', run: () => getResultFor(me(), year), through: ['money_day', 'ads_spend'] },
    ],
    getAnalyticsFor: analyticsTabs.map((tab) => ({
      of: tab,
      run: () => getAnalyticsFor(me(), { tab }),
      // Here every order came back, and the month's are joined with the items of all.
      through: tab === 'cancellations' ? ['return_item', 'order_item'] : [],
    })),
    getLevelsFor: lists((query) => getLevelsFor(me(), query), {}, { stock: 'low' }),
    getStockTotalsFor: one(() => getStockTotalsFor(me(), readProductFilters({}, true))),
    getLedgerFor: lists((query) => getLedgerFor(me(), query), {}, { source: 'purchase_receipt' }),
    // Of each session how far it is: those of this company hold a tenth of all lines and more.
    getCountsFor: one(() => getCountsFor(me(), {}), ['stock_count_line']),
    getCountFor: one(() => getCountFor(me(), id('count'), {}), ['stock_count_line']),
    getValuesFor: one(() => getValuesFor(me(), {})),
    getValueSumsFor: one(() => getValueSumsFor(me(), readValueFilters({}))),
    getSuggestionFor: one(() => getSuggestionFor(me(), {})),
    getPurchaseListFor: lists((query) => getPurchaseListFor(me(), query), {}, { status: 'open' }),
    getPurchaseFor: one(() => getPurchaseFor(me(), id('purchase'))),
    getPurchaseFormFor: one(() => getPurchaseFormFor(me())),
    getSupplierListFor: one(() => getSupplierListFor(me(), {})),
    getCostHistoryFor: one(() => getCostHistoryFor(me(), id('product'))),
    getBuyingFor: one(() => getBuyingFor(me(), id('product'))),
    getProductSalesFor: one(() => getProductSalesFor(me(), id('product'))),
    listProductListingsFor: one(() => listProductListingsFor(me(), id('product'))),
    countNewOrdersFor: one(() => countNewOrdersFor(me(), new Date(0).toISOString())),
    getProductListFor: one(() => getProductListFor(me(), {})),
    getProductFor: one(() => getProductFor(me(), id('product'))),
    getExpenseListFor: lists((query) => getExpenseListFor(me(), query), {}, { status: 'overdue' }),
    getExpenseCalendarFor: one(() => getExpenseCalendarFor(me(), {})),
    getMappingFor: lists((query) => getMappingFor(me(), query), {}, { tab: 'mapped' }),
    getHistoryFor: one(() => getHistoryFor(me(), id('listing'))),
    getDispatchFor: lists((query) => getDispatchFor(me(), query), {}, { stage: 'printed' }),
    getRoomCountsFor: one(() => getRoomCountsFor(me())),
    listFirstHistoriesFor: one(() => listFirstHistoriesFor(me())),
    listShopsAwayFor: one(() => listShopsAwayFor(me())),
    getPickingListFor: one(() => getPickingListFor(me(), {})),
    getBenchFor: one(() => getBenchFor(me())),
    getManifestFor: one(() => getManifestFor(me(), id('manifest'))),
    listUnmatchedFor: one(() => listUnmatchedFor(me())),
    listReadyToSendFor: one(() => listReadyToSendFor(me())),
    getFailuresFor: one(() => getFailuresFor(me())),
    // Its tabs say how many there are, the settled ones too.
    getReturnsFor: ['todo', 'answer', 'incoming', 'done'].map((tab) => ({
      of: tab,
      run: () => getReturnsFor(me(), { tab }),
      through: ['order_return'],
    })),
    getReturnFor: one(() => getReturnFor(me(), id('orderReturn'))),
    getHealthFor: one(() => getHealthFor(me())),
    getAuditHealthFor: one(() => getAuditHealthFor(me(), {})),
    getShopsFor: one(() => getShopsFor(me(), {})),
    getImportOverview: one(() => getImportOverview(me())),
    getImportView: one(() => getImportView(me(), id('orderImport'))),
    getSheetsOverview: one(() => getSheetsOverview(me())),
    getSheetView: one(() => getSheetView(me(), id('catalogueImport'), {})),
    getExportOverviewFor: one(() => getExportOverviewFor(me())),
    countUnreadFor: one(() => countUnreadFor(me())),
    getLatestFor: one(() => getLatestFor(me())),
    listNoticesFor: one(() => listNoticesFor(me(), {})),
    getBoardFor: one(() => getBoardFor(me(), {})),
    getAgendaFor: one(() => getAgendaFor(me(), {})),
    getProductivityHubFor: one(() => getProductivityHubFor(me())),
    getPeopleFor: one(() => getPeopleFor(me())),
    getAssistantFor: lists((query) => getAssistantFor(me(), query), {}),
    getIntegrationsFor: lists(
      (query) => getIntegrationsFor(me(), query),
      {},
      { tab: 'programs' },
      { tab: 'functions' },
    ),
    getWebhooksFor: lists((query) => getWebhooksFor(me(), query), {}),
    getAgentTasksFor: lists((query) => getAgentTasksFor(me(), query), {}),
    getAgentTaskFor: one(() => getAgentTaskFor(me(), id('agentTask'))),
    listProposalsFor: one(() => listProposalsFor(me())),
    listTokensFor: one(() => listTokensFor(me())),
    getTrailFor: [
      {},
      { area: 'products' },
      { area: 'stock', event: 'stock.adjusted' },
      { person: 'me' },
      { actor: 'assistant' },
      { record: `product:${newId()}` },
      { q: 'SHP-00000' },
    ].map((query) => ({
      of: new URLSearchParams(query as Query).toString(),
      run: () => getTrailFor(me(), 'person' in query ? { person: me().userId } : query),
    })),
    listHistoryFor: one(() => listHistoryFor({ ...me(), language: 'pt' }, 'product', id('product'))),
    getEntitiesFor: one(() => getEntitiesFor(me())),
    // Every month from the first sale on.
    getMonthClosesFor: one(
      () => getMonthClosesFor(me(), {}),
      ['money_day', 'sales_day', 'settlement_day', 'settlement', 'ads_spend'],
    ),
    getCasesFor: one(() => getCasesFor(me(), {})),
    getCaseFor: one(() => getCaseFor(me(), newId())),
    getCaseFrameFor: one(() => getCaseFrameFor(me(), [id('settlement')], null)),
    getReconciliationFor: one(() => getReconciliationFor(me(), {})),
    getSettlementFor: one(() => getSettlementFor(me(), id('settlement'))),
    // Thirteen months of three years.
    getFeesFor: one(() => getFeesFor(me(), {}), ['money_day']),
    getCalculatorFor: one(() => getCalculatorFor(me())),
    getSimulationFor: one(() => getSimulationFor(me(), {})),
    getPricesFor: one(() => getPricesFor(me(), {})),
    getLimitsFor: one(() => getLimitsFor(me()), ['money_day']),
    getPayoutsFor: one(() => getPayoutsFor(me(), {})),
    getBankFor: lists((query) => getBankFor(me(), query), {}, { tab: 'unknown' }),
    getMoneyFiles: one(() => getMoneyFiles(me())),
    getMoneyFileView: one(() => getMoneyFileView(me(), newId(), {})),
    getFreightFor: one(() => getFreightFor(me(), {})),
    getWalletScreenFor: one(() => getWalletScreenFor(me(), {})),
  }
}
