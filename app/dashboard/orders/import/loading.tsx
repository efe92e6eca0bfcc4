export { ListSkeleton as default } from '@/components/shell/page-skeletons'
