import 'server-only'
import type { ProposalKind } from './contract'
import { expenseProposal } from './expense'
import { listingPriceProposal } from './listing-price'
import { mappingProposal } from './mapping'
import { productPriceProposal } from './product-price'
import { stockCountProposal } from './stock-count'

export const proposalKinds: readonly ProposalKind[] = [
  expenseProposal,
  mappingProposal,
  productPriceProposal,
  listingPriceProposal,
  stockCountProposal,
]

export const findProposalKind = (name: string) => proposalKinds.find((kind) => kind.name === name)
