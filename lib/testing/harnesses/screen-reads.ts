import { getAssistantFor } from '@/lib/assist/assistant/views'
import { getAgentTaskFor } from '@/lib/assist/agent-tasks/task-view'
import { getAgentTasksFor } from '@/lib/assist/agent-tasks/views'
import { listTokensFor } from '@/lib/identity/access-tokens/views'
import { analyticsTabs } from '@/lib/sales/sales-figures/analysis-filters'
import { getProductSalesFor } from '@/lib/insight/analytics/product-sales'
import { getAnalyticsFor } from '@/lib/insight/analytics/views'
import { getAuditLogFor, listHistoryFor } from '@/lib/insight/audit-log/views'
import { getBankFor } from '@/lib/money/bank/views'
import { takeNextParcel } from '@/lib/sales/packing/next-parcel'
import { getPackingFor, getManifestFor } from '@/lib/sales/packing/views'
import { getCaseFor, getCaseFrameFor, getCasesFor } from '@/lib/money/cases/views'
import { getSheetsOverview, getSheetView } from '@/lib/connect/catalogue-sheets/views'
import { readSalesFilters } from '@/lib/sales/sales-figures/filters'
import { getAttentionFor, getDashboardFrame, getSalesSummary, listTopProductsFor } from '@/lib/insight/dashboard/views'
import { addDays, addMonths, localDay } from '@/lib/core/dates'
import { getFailuresFor } from '@/lib/sales/dispatch/failures'
import { listReadyToSendFor, listUnmatchedFor } from '@/lib/sales/dispatch/invoice-queue'
import { getOrderDispatchFor } from '@/lib/sales/dispatch/order-dispatch'
import { getPickingListFor } from '@/lib/sales/dispatch/picking-list'
import { getDispatchFor, getDispatchTabCountsFor, listShopsAwayFor } from '@/lib/sales/dispatch/views'
import { getExpenseCalendarFor, getExpenseListFor } from '@/lib/money/expenses/views'
import { getExportOverviewFor } from '@/lib/insight/exports/views'
import { getPricesFor } from '@/lib/money/fees/price-views'
import { getSimulationFor } from '@/lib/money/fees/simulation-views'
import { getCalculatorFor, getFeesFor } from '@/lib/money/fees/views'
import { getHealthFor } from '@/lib/connect/shop-performance/views'
import { getAuditHealthFor } from '@/lib/insight/data-checks/views'
import { getHubFor } from '@/lib/insight/hub/views'
import { newId } from '@/lib/core/ids'
import { getImportOverview, getImportView } from '@/lib/connect/order-imports/views'
import { listProductListingsFor } from '@/lib/catalog/mapping/product-listings'
import { getHistoryFor, getMappingFor } from '@/lib/catalog/mapping/views'
import { getMoneyFiles, getMoneyFileView } from '@/lib/connect/money-reports/views'
import { countUnreadFor, getLatestFor, listNoticesFor } from '@/lib/insight/notifications/queries'
import { getPapersFor } from '@/lib/sales/order-list/papers'
import { getOrderListViewFor } from '@/lib/sales/order-list/views'
import { getOrderEditFor } from '@/lib/sales/orders/edit-order-view'
import { readOrderFilters } from '@/lib/sales/orders/filters'
import { getShownOrderListFor, getOrderFor, getOrderListFor, getOrderTotalsFor } from '@/lib/sales/orders/views'
import { getIntegrationsFor } from '@/lib/assist/integrations/views'
import { getMonthClosesFor } from '@/lib/money/month-close/views'
import { getPeopleFor } from '@/lib/identity/organizations/views'
import { findForPalette } from '@/lib/insight/palette/find'
import { getFirstStepFor, getSetupFor } from '@/lib/insight/setup-guide/views'
import { getFreightFor } from '@/lib/money/payouts/freight-views'
import { getPayoutsFor } from '@/lib/money/payouts/views'
import { getWalletScreenFor } from '@/lib/money/payouts/wallet-views'
import { getAgendaFor, getBoardFor, getProductivityHubFor } from '@/lib/insight/productivity/views'
import { getBuyerDataFor } from '@/lib/insight/privacy/buyer-data'
import { findBuyers, getBuyerErasureFor, listErasuresFor } from '@/lib/insight/privacy/views'
import { listProposalsFor } from '@/lib/assist/proposals/views'
import { readProductFilters } from '@/lib/catalog/products/filters'
import { countNewOrdersFor, getOrderNewsFor } from '@/lib/sales/orders/new-orders'
import { getMissingCostsFor } from '@/lib/catalog/costs/missing-costs'
import { getProductForecastFor } from '@/lib/catalog/purchases/product-forecast'
import { getProductFor, getProductListFor } from '@/lib/catalog/products/views'
import { getProductsRunFor } from '@/lib/catalog/mapping/products-view'
import { listMissesFor } from '@/lib/catalog/warehouse/shelf-miss-views'
import { getDayManifestFor } from '@/lib/sales/dispatch/run-manifest'
import { getLiveMarksFor } from '@/lib/insight/live/marks'
import { getCampaignFor, listCampaignsFor } from '@/lib/money/campaigns/views'
import { getPriceDeskFor } from '@/lib/money/prices/desk-views'
import { getCostlessFor } from '@/lib/money/profit/costless'
import { getRecoveredFor } from '@/lib/money/cases/recovered'
import { getResultFor } from '@/lib/money/profit/views'
import {
  getBuyingFor,
  getCostHistoryFor,
  getPurchaseFor,
  getPurchaseFormFor,
  getPurchaseListFor,
  getSuggestionFor,
  getSupplierListFor,
} from '@/lib/catalog/purchases/views'
import { getReconciliationFor, getSettlementFor } from '@/lib/money/reconciliation/views'
import { countNewReturnsFor } from '@/lib/sales/returns/new-returns'
import { getReturnFor, getReturnsFor } from '@/lib/sales/returns/views'
import { listFirstHistoriesFor } from '@/lib/connect/sync/streams/first-histories'
import { getEntitiesFor } from '@/lib/identity/settings/views'
import { getShopsFor } from '@/lib/connect/shops/views'
import { getLimitsFor } from '@/lib/money/revenue-limits/views'
import { getWebhooksFor } from '@/lib/assist/webhooks/views'
import { getCountFor, getCountsFor } from '@/lib/catalog/warehouse/count-views'
import { getLedgerFor } from '@/lib/catalog/warehouse/ledger-views'
import { readValueFilters } from '@/lib/catalog/warehouse/value-filters'
import { getValuesFor, getValueSumsFor } from '@/lib/catalog/warehouse/value-views'
import { getLevelsFor, getStockTotalsFor } from '@/lib/catalog/warehouse/views'
import type { ScreenCompany } from '../factories/screen-company'

/** `through`: the large tables that it goes through all the same, because what it tells is as large. */
type Read = { of?: string; run: () => Promise<unknown>; through?: readonly string[] }
type Query = Record<string, string>

/** Two years of the company's days make the calendar, its months the error, the last period and its year before the sales. */
const forecastReads = ['sales_day', 'product_month', 'product_day'] as const

/** How each screen reads, as its page calls it. */
export function listScreenReads(company: () => ScreenCompany): Record<string, Read[]> {
  const today = localDay(new Date(), 'America/Sao_Paulo')
  const year = { period: 'custom', from: addDays(addMonths(today, -12), 1), to: today }
  const me = () => company().member
  const actor = () => ({ ...me(), kind: 'person' as const })
  const id = (kind: keyof ScreenCompany['ids']) => company().ids[kind]
  const lists = (get: (query: Query) => Promise<unknown>, ...queries: Query[]): Read[] =>
    queries.map((query) => ({ of: new URLSearchParams(query).toString(), run: () => get(query) }))
  const one = (run: () => Promise<unknown>, through: readonly string[] = []): Read[] => [{ run, through }]
  const days = (query: Query) => readSalesFilters(query, today)
  return {
    getOrderListViewFor: lists(
      (query) => getOrderListViewFor(me(), { sort: 'newest', ...query }),
      { q: 'BR7' },
      { q: 'silva' },
      { negative: '1' },
      { unmapped: '1' },
      { sort: 'margin' },
    ),
    getShownOrderListFor: lists(
      (query) => getShownOrderListFor(me(), query),
      {},
      { waiting: 'late' },
      { status: 'cancelled' },
    ),
    getOrderListFor: lists((query) => getOrderListFor(me(), query), {}, { sort: 'value' }, { channel: 'manual' }),
    getOrderTotalsFor: one(() => getOrderTotalsFor(me(), readOrderFilters({}, today))),
    getOrderFor: one(() => getOrderFor(me(), id('parcelOrder'))),
    getOrderDispatchFor: one(() => getOrderDispatchFor(me(), id('parcelOrder'))),
    getBuyerErasureFor: one(() => getBuyerErasureFor(me(), id('parcelOrder'))),
    getBuyerDataFor: one(async () => new Response((await getBuyerDataFor(me(), id('parcelOrder'), false)).body).text()),
    listErasuresFor: one(() => listErasuresFor(me())),
    // All orders that hold the words are looked at: of few orders that is all of them (search_orders).
    findBuyers: one(() => findBuyers(me(), { query: 'silva' }), ['order_list']),
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
    // The result of the month, as the result's own page reads it: the more of the month is over, the more.
    getHubFor: one(() => getHubFor(me()), ['money_day']),
    getFirstStepFor: one(() => getFirstStepFor(me())),
    getSetupFor: one(() => getSetupFor(me())),
    getResultFor: [
      { of: 'a month', run: () => getResultFor(me(), {}), through: ['money_day'] },
      { of: 'a year', run: () => getResultFor(me(), year), through: ['money_day', 'ads_spend'] },
    ],
    getCostlessFor: one(async () => getCostlessFor(me(), await getResultFor(me(), {})), ['money_day']),
    getAnalyticsFor: analyticsTabs.map((tab) => ({
      of: tab,
      run: () => getAnalyticsFor(me(), { tab }),
      // Here every order came back, and the month's are joined with the items of all.
      through: tab === 'cancellations' ? ['return_item', 'order_item'] : [],
    })),
    getLevelsFor: lists((query) => getLevelsFor(me(), query), {}, { stock: 'low' }),
    getStockTotalsFor: one(() => getStockTotalsFor(me(), readProductFilters({}, true))),
    getLedgerFor: lists((query) => getLedgerFor(me(), query), {}, { source: 'purchase_receipt' }),
    // Reads the progress of each session: those of this company hold a tenth of all lines and more.
    getCountsFor: one(() => getCountsFor(me(), {}), ['stock_count_line']),
    getCountFor: one(() => getCountFor(me(), id('count'), {}), ['stock_count_line']),
    getValuesFor: one(() => getValuesFor(me(), {})),
    getValueSumsFor: one(() => getValueSumsFor(me(), readValueFilters({}))),
    getSuggestionFor: one(() => getSuggestionFor(me(), {}), forecastReads),
    getPurchaseListFor: lists((query) => getPurchaseListFor(me(), query), {}, { status: 'open' }),
    getPurchaseFor: one(() => getPurchaseFor(me(), id('purchase'))),
    getPurchaseFormFor: one(() => getPurchaseFormFor(me())),
    getSupplierListFor: one(() => getSupplierListFor(me(), {})),
    getCostHistoryFor: one(() => getCostHistoryFor(me(), id('product'))),
    getBuyingFor: one(() => getBuyingFor(me(), id('product'))),
    getProductForecastFor: one(() => getProductForecastFor(me(), id('product')), forecastReads),
    // The revenue of a year.
    getMissingCostsFor: one(() => getMissingCostsFor(me()), ['product_day']),
    listMissesFor: one(() => listMissesFor(me())),
    getProductSalesFor: one(() => getProductSalesFor(me(), id('product'))),
    listProductListingsFor: one(() => listProductListingsFor(me(), id('product'))),
    getOrderNewsFor: one(() => getOrderNewsFor(me(), new Date(0).toISOString())),
    countNewReturnsFor: one(() => countNewReturnsFor(me(), new Date().toISOString())),
    // Entries of the last minutes, by ids that follow time; those of the fill do not.
    getLiveMarksFor: one(() => getLiveMarksFor(me()), ['audit_event']),
    countNewOrdersFor: one(() => countNewOrdersFor(me(), new Date(0).toISOString())),
    getProductListFor: one(() => getProductListFor(me(), {})),
    getProductFor: one(() => getProductFor(me(), id('product'))),
    getExpenseListFor: lists((query) => getExpenseListFor(me(), query), {}, { status: 'overdue' }),
    getExpenseCalendarFor: one(() => getExpenseCalendarFor(me(), {})),
    getMappingFor: lists((query) => getMappingFor(me(), query), {}, { tab: 'mapped' }),
    getProductsRunFor: one(() => getProductsRunFor(me(), newId(), {})),
    getHistoryFor: one(() => getHistoryFor(me(), id('listing'))),
    getDispatchFor: lists((query) => getDispatchFor(me(), query), {}, { stage: 'printed' }),
    getDispatchTabCountsFor: one(() => getDispatchTabCountsFor(me())),
    listFirstHistoriesFor: one(() => listFirstHistoriesFor(me())),
    listShopsAwayFor: one(() => listShopsAwayFor(me())),
    getPickingListFor: one(() => getPickingListFor(me(), {})),
    getPackingFor: one(() => getPackingFor(me())),
    takeNextParcel: one(() => takeNextParcel(actor(), { screenId: newId(), runId: null, skipped: [] })),
    getDayManifestFor: one(() => getDayManifestFor(me(), newId()).catch(() => null)),
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
    getAuditLogFor: [
      {},
      { area: 'products' },
      { area: 'stock', event: 'stock.adjusted' },
      { person: 'me' },
      { actor: 'assistant' },
      { record: `product:${newId()}` },
      { q: 'SHP-00000' },
    ].map((query) => ({
      of: new URLSearchParams(query as Query).toString(),
      run: () => getAuditLogFor(me(), 'person' in query ? { person: me().userId } : query),
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
    getRecoveredFor: one(() => getRecoveredFor(me())),
    getCaseFrameFor: one(() => getCaseFrameFor(me(), [id('settlement')], null)),
    getReconciliationFor: one(() => getReconciliationFor(me(), {})),
    getSettlementFor: one(() => getSettlementFor(me(), id('settlement'))),
    // Thirteen months of three years.
    getFeesFor: one(() => getFeesFor(me(), {}), ['money_day']),
    getCalculatorFor: one(() => getCalculatorFor(me())),
    getSimulationFor: one(() => getSimulationFor(me(), {})),
    getPricesFor: one(() => getPricesFor(me(), {})),
    getLimitsFor: one(() => getLimitsFor(me()), ['money_day']),
    // Without a wallet, the payouts of the tested weeks are the releases of their orders.
    getPayoutsFor: one(() => getPayoutsFor(me(), {}), ['sales_day', 'settlement']),
    getPriceDeskFor: lists((query) => getPriceDeskFor(me(), query), {}, { rule: 'percent', value: '1000' }),
    listCampaignsFor: one(() => listCampaignsFor(me())),
    getCampaignFor: one(() => getCampaignFor(me(), id('campaign'), { q: 'caneca' })),
    getBankFor: lists((query) => getBankFor(me(), query), {}, { tab: 'unknown' }),
    getMoneyFiles: one(() => getMoneyFiles(me())),
    getMoneyFileView: one(() => getMoneyFileView(me(), newId(), {})),
    getFreightFor: one(() => getFreightFor(me(), {})),
    getWalletScreenFor: one(() => getWalletScreenFor(me(), {})),
  }
}
