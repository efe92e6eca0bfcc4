'use client'

import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { CameraIcon } from '@heroicons/react/24/outline'
import { CameraScanner } from '@/components/sales/packing/camera-scanner'
import { ScanField } from '@/components/sales/packing/scan-field'
import { useBeep } from '@/components/sales/packing/use-beep'
import { Button } from '@/components/ui/button'
import { useAction } from '@/components/ui/use-action'
import { findReturnAction } from '@/lib/sales/returns/actions'
import { returnPath } from '@/lib/sales/returns/schema'

/** A parcel came back: its label opens what it is. */
export function FindReturn() {
  const t = useTranslations('returns')
  const packing = useTranslations('bench')
  const router = useRouter()
  const { beep } = useBeep()
  const [unknown, setUnknown] = useState<string | null>(null)
  const [camera, setCamera] = useState(false)
  const find = useAction(findReturnAction)
  const scan = async (text: string) => {
    const code = text.trim()
    if (code === '') return
    const result = await find.run({ code })
    if (!result) return
    const id = result.ok ? result.data.returnId : null
    beep(id ? 'good' : 'bad')
    setUnknown(id ? null : code)
    if (id) router.push(returnPath(id))
  }
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <ScanField
          label={t('scan')}
          placeholder={t('scan')}
          busy={find.pending}
          paused={false}
          onScan={(text) => void scan(text)}
        />
        {!camera && (
          <Button className="min-h-12!" onClick={() => setCamera(true)}>
            <CameraIcon aria-hidden />
            {packing('camera.open')}
          </Button>
        )}
      </div>
      {camera && <CameraScanner onScan={(text) => void scan(text)} onClose={() => setCamera(false)} />}
      <p role="status" className="text-bad">
        {unknown && t('unknown', { code: unknown })}
      </p>
    </div>
  )
}
