'use server'

import { memberAction } from '../auth/define-action'
import { retryPushes } from '../sync/push-queue'
import { retryPushesInput, setPriceInput } from '../sync/push-schema'
import { setListingPrice } from '../sync/set-price'
import { applySheet } from './apply-sheet'
import { mapBySku } from './map-by-sku'
import { mapListing } from './map-listing'
import { applySheetInput, createKitInput, mapBySkuInput, mapListingInput, setKitInput } from './schema'
import { createKit, setKit } from './set-kit'

const permission = 'listing.map'

export const mapListingAction = memberAction(mapListingInput, mapListing, { name: 'listing.map', permission })
export const mapBySkuAction = memberAction(mapBySkuInput, mapBySku, { name: 'listing.mapBySku', permission })
export const applySheetAction = memberAction(applySheetInput, applySheet, { name: 'listing.applySheet', permission })
export const setKitAction = memberAction(setKitInput, setKit, { name: 'kit.set', permission: 'product.write' })
export const createKitAction = memberAction(createKitInput, createKit, {
  name: 'kit.create',
  permission: 'product.write',
})

const push = 'platform.push'
export const setListingPriceAction = memberAction(setPriceInput, setListingPrice, {
  name: 'listing.setPrice',
  permission: push,
})
export const retryPushesAction = memberAction(retryPushesInput, retryPushes, { name: 'push.retry', permission: push })
