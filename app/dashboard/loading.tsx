export { DashboardSkeleton as default } from '@/components/shell/dashboard-skeleton'
