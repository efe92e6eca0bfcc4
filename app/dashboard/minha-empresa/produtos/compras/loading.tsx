export { TabSkeleton as default } from '@/components/shell/page-skeletons'
