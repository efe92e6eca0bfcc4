'use client'

import { PaperClipIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { useAction } from '@/components/ui/use-action'
import { addProofAction, removeProofAction } from '@/lib/money/cases/actions'
import type { CaseView } from '@/lib/money/cases/views'
import { ProofField } from './proof-field'

export function CaseFiles({
  caseView: { id, files, canDecide },
}: {
  caseView: Pick<CaseView, 'id' | 'files' | 'canDecide'>
}) {
  const t = useTranslations('cases.files')
  const adding = useAction(addProofAction, { successMessage: t('added'), refresh: true })
  const removing = useAction(removeProofAction, { successMessage: t('removed'), refresh: true })
  const proofs = files.map(({ fileId, name }) => ({ id: fileId, name }))
  return (
    <Card>
      <CardHeader title={t('title')} className="mb-3" />
      {files.length === 0 && <p className="mb-2 text-ink-3">{t('none')}</p>}
      <ul className="grid gap-1">
        {proofs.map((proof) => (
          <li key={proof.id} className="flex min-w-0 items-center gap-2">
            <PaperClipIcon aria-hidden className="size-[18px] shrink-0 text-ink-2" />
            <a
              href={`/api/cases/proofs/${proof.id}`}
              target="_blank"
              rel="noreferrer"
              className="min-w-0 flex-1 truncate font-medium"
            >
              {proof.name}
            </a>
            {canDecide && (
              <Button
                variant="ghost"
                size="sm"
                aria-label={t('removeNamed', { name: proof.name })}
                pending={removing.pending}
                onClick={() => void removing.run({ id, fileId: proof.id })}
              >
                {t('remove')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {canDecide && (
        <div className="mt-3">
          <ProofField proofs={proofs} onAdd={(proof) => void adding.run({ id, fileId: proof.id })} />
        </div>
      )}
    </Card>
  )
}
