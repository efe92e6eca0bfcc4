'use server'

import { memberAction } from '@/lib/identity/auth/define-action'
import { addEvidence } from './add-evidence'
import { closeManifest } from './close-manifest'
import { takeNextParcel } from './next-parcel'
import { findParcel, findScannedProduct, packPackage } from './pack-package'
import {
  addEvidenceInput,
  closeManifestInput,
  findParcelInput,
  nextParcelInput,
  packInput,
  scannedProductInput,
} from './schema'

const permission = 'dispatch.work'

export const findParcelAction = memberAction(findParcelInput, findParcel, { name: 'bench.find', permission })
export const findScannedProductAction = memberAction(scannedProductInput, findScannedProduct, {
  name: 'bench.product',
  permission,
})
export const nextParcelAction = memberAction(nextParcelInput, takeNextParcel, { name: 'bench.next', permission })
export const packPackageAction = memberAction(packInput, packPackage, { name: 'bench.pack', permission })
export const closeManifestAction = memberAction(closeManifestInput, closeManifest, {
  name: 'manifest.close',
  permission,
})
export const addEvidenceAction = memberAction(addEvidenceInput, addEvidence, {
  name: 'evidence.add',
  permission,
  limit: { name: 'photo', points: 60, seconds: 60 },
})
