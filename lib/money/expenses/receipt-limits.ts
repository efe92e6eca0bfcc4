export const maxReceiptBytes = 10_000_000
export const receiptEndings = ['.pdf', '.jpg', '.jpeg', '.png', '.webp']
