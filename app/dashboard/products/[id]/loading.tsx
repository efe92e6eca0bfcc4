export { RecordSkeleton as default } from '@/components/shell/page-skeletons'
