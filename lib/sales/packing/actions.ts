'use server'

import { memberAction } from '@/lib/identity/auth/define-action'
import { addEvidence } from './add-evidence'
import { closeManifest } from './close-manifest'
import { findParcel, packPackage } from './pack-package'
import { addEvidenceInput, closeManifestInput, findParcelInput, packInput } from './schema'

const permission = 'dispatch.work'

export const findParcelAction = memberAction(findParcelInput, findParcel, { name: 'bench.find', permission })
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
