/** The seller's own delivery and the platform's direct one leave no choice. Source: facts.md 2.6, channels of Brazil. */
export const directChannels = ['90021', '90022']
/** The seller's own delivery and the instant one: the order stays "ready to ship" after it was arranged. */
export const unmovedChannels = ['90021', '90026']
