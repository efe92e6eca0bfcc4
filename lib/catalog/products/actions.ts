'use server'

import { memberAction } from '@/lib/identity/auth/define-action'
import { archiveProduct, restoreProduct } from './archive-product'
import { createProduct } from './create-product'
import {
  archiveProductInput,
  createProductInput,
  editProductsInput,
  updateProductInput,
  uploadPhotoInput,
} from './schema'
import { editProducts } from './edit-products'
import { updateProduct } from './update-product'
import { uploadPhoto } from './upload-photo'

const permission = 'product.write'

export const createProductAction = memberAction(createProductInput, createProduct, {
  name: 'product.create',
  permission,
})
export const updateProductAction = memberAction(updateProductInput, updateProduct, {
  name: 'product.update',
  permission,
})
export const archiveProductAction = memberAction(archiveProductInput, archiveProduct, {
  name: 'product.archive',
  permission,
})
export const restoreProductAction = memberAction(archiveProductInput, restoreProduct, {
  name: 'product.restore',
  permission,
})
export const editProductsAction = memberAction(editProductsInput, editProducts, {
  name: 'product.editMany',
  permission,
})
export const uploadPhotoAction = memberAction(uploadPhotoInput, uploadPhoto, {
  name: 'photo.upload',
  permission,
  limit: { name: 'photo', points: 60, seconds: 60 },
})
