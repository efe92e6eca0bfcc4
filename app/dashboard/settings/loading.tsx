export { CardsSkeleton as default } from '@/components/shell/page-skeletons'
