/** The seller's own logistics. */
export const OWN_LOGISTICS = '90021'
/** The seller's own delivery and the platform's direct one leave no choice. Source: facts.md 2.6, channels of Brazil. */
export const directChannels = [OWN_LOGISTICS, '90022']
/** The seller's own delivery and the instant one: the order stays "ready to ship" after it was arranged. */
export const unmovedChannels = [OWN_LOGISTICS, '90026']
