import { endHangingActions } from './components/ui/end-hanging-actions'

endHangingActions()
