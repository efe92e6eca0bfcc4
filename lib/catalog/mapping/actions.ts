'use server'

import { memberAction } from '@/lib/identity/auth/define-action'
import { applySheet } from './apply-sheet'
import { decideArticle, draftProducts, fillSkus, makeProducts } from './draft-products'
import { mapBySku } from './map-by-sku'
import { mapListing } from './map-listing'
import {
  applySheetInput,
  createKitInput,
  decideArticleInput,
  draftProductsInput,
  fillSkusInput,
  makeProductsInput,
  mapBySkuInput,
  mapListingInput,
  setKitInput,
  undoProductsInput,
} from './schema'
import { createKit, setKit } from './set-kit'
import { undoProducts } from './undo-products'

const permission = 'listing.map'

export const mapListingAction = memberAction(mapListingInput, mapListing, { name: 'listing.map', permission })
export const mapBySkuAction = memberAction(mapBySkuInput, mapBySku, { name: 'listing.mapBySku', permission })
export const applySheetAction = memberAction(applySheetInput, applySheet, { name: 'listing.applySheet', permission })
export const setKitAction = memberAction(setKitInput, setKit, { name: 'kit.set', permission: 'product.write' })
export const createKitAction = memberAction(createKitInput, createKit, {
  name: 'kit.create',
  permission: 'product.write',
})

/** Making products includes mapping their listings: one right covers both. */
const making = 'product.write'
export const draftProductsAction = memberAction(draftProductsInput, draftProducts, {
  name: 'listing.draftProducts',
  permission: making,
})
export const decideArticleAction = memberAction(decideArticleInput, decideArticle, {
  name: 'listing.decideArticle',
  permission: making,
})
export const fillSkusAction = memberAction(fillSkusInput, fillSkus, { name: 'listing.fillSkus', permission: making })
export const makeProductsAction = memberAction(makeProductsInput, makeProducts, {
  name: 'listing.makeProducts',
  permission: making,
})
export const undoProductsAction = memberAction(undoProductsInput, undoProducts, {
  name: 'listing.undoProducts',
  permission: making,
})
