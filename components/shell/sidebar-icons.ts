import {
  ArchiveBoxIcon,
  ArrowsRightLeftIcon,
  BuildingStorefrontIcon,
  ChartPieIcon,
  CpuChipIcon,
  PresentationChartLineIcon,
  ReceiptPercentIcon,
  ScaleIcon,
  ShieldCheckIcon,
  ShoppingBagIcon,
  SparklesIcon,
  Squares2X2Icon,
  TruckIcon,
  WalletIcon,
} from '@heroicons/react/24/outline'
import type { EntryKey } from './navigation'

export const entryIcons: Record<EntryKey, typeof TruckIcon> = {
  dashboard: Squares2X2Icon,
  gemini: SparklesIcon,
  manusAssistant: CpuChipIcon,
  audit: ShieldCheckIcon,
  companyPanel: PresentationChartLineIcon,
  companyAnalytics: ChartPieIcon,
  companyProducts: ArchiveBoxIcon,
  companyMapping: ArrowsRightLeftIcon,
  companyOrders: ShoppingBagIcon,
  companyExpenses: ReceiptPercentIcon,
  companyShops: BuildingStorefrontIcon,
  shopeeCentral: TruckIcon,
  shopee: WalletIcon,
  shopeeReconciliation: ScaleIcon,
}
