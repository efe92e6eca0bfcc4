'use server'

import { memberAction } from '../auth/define-action'
import { archiveProduct, restoreProduct } from './archive-product'
import { createProduct } from './create-product'
import { archiveProductInput, createProductInput, updateProductInput, uploadPhotoInput } from './schema'
import { updateProduct } from './update-product'
import { uploadPhoto } from './upload-photo'

const permission = 'product.write'

export const createProductAction = memberAction(createProductInput, createProduct, { permission })
export const updateProductAction = memberAction(updateProductInput, updateProduct, { permission })
export const archiveProductAction = memberAction(archiveProductInput, archiveProduct, { permission })
export const restoreProductAction = memberAction(archiveProductInput, restoreProduct, { permission })
export const uploadPhotoAction = memberAction(uploadPhotoInput, uploadPhoto, {
  permission,
  limit: { name: 'photo', points: 60, seconds: 60 },
})
