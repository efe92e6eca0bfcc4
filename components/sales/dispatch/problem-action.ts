import { invoicesPath, pickingPath, type RunProblem, type RunProblemCode } from '@/lib/sales/dispatch/schema'

export type ProblemAction = 'upload' | 'shelf' | 'shop' | 'again' | 'arrange' | 'order'

/** The one thing to do about an order that could not be prepared. */
export function actionOf(code: RunProblemCode): ProblemAction {
  switch (code) {
    case 'fileMissing':
    case 'invoiceMissing':
    case 'invoiceRefused':
    case 'invoiceTooLarge':
      return 'upload'
    case 'stockShort':
      return 'shelf'
    case 'shopNotConnected':
      return 'shop'
    case 'choiceMissing':
    case 'methodRefused':
    case 'slotGone':
      return 'arrange'
    case 'notReady':
    case 'trackingPending':
    case 'labelNotReady':
    case 'labelNotNow':
    case 'labelUnreadable':
    case 'invoiceWaiting':
    case 'unavailable':
    case 'unknownOutcome':
    case 'interrupted':
      return 'again'
    case 'unpaid':
    case 'cancelled':
    case 'cancellationAsked':
    case 'alreadyShipped':
    case 'platformShips':
    case 'labelRefused':
    case 'labelOrderState':
    case 'labelTracking':
    case 'labelAddress':
    case 'labelElsewhere':
    case 'labelUnknownPackage':
    case 'refused':
      return 'order'
  }
}

export function hrefOf(action: Exclude<ProblemAction, 'again'>, { subject }: Pick<RunProblem, 'subject'>): string {
  switch (action) {
    case 'upload':
      return invoicesPath
    case 'shelf':
      return `${pickingPath}?ids=${subject}`
    case 'shop':
      return '/dashboard/shops'
    case 'arrange':
    case 'order':
      return `/dashboard/orders/${subject}`
  }
}
