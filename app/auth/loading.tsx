export { LoadingIndicator as default } from '@/components/shell/loading-indicator'
