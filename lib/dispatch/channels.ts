/** The seller's own delivery and the platform's direct one leave no choice. Source: facts.md 2.6, channels of Brazil. */
export const directChannels = ['90021', '90022']
