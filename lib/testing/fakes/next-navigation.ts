import { stubOf } from './page-stubs'

// In a component's test, in the place of next/navigation.
export const useRouter = () => stubOf('useRouter')()
export const usePathname = () => stubOf('usePathname')()
export const useSearchParams = () => stubOf('useSearchParams')()
