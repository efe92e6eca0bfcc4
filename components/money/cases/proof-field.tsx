'use client'

import { PaperClipIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { DocumentDrop, type Document } from '@/components/money/expenses/document-drop'
import { Button } from '@/components/ui/button'
import { maxFiles } from '@/lib/money/cases/schema'

export type Proof = Document
type ProofFieldProps = {
  proofs: Proof[]
  onAdd: (proof: Proof) => void
  onRemove?: (id: string) => void
  error?: string[]
}

/** Papers and pictures that go with a case; each is sent as it is chosen. */
export function ProofField({ proofs, onAdd, onRemove, error }: ProofFieldProps) {
  const t = useTranslations('cases.files')
  return (
    <div className="flex flex-col gap-2">
      {onRemove &&
        proofs.map(({ id, name }) => (
          <div
            key={id}
            className="flex items-center gap-2 rounded-control border border-line bg-surface py-1 pr-1 pl-3"
          >
            <PaperClipIcon aria-hidden className="size-[18px] shrink-0 text-ink-2" />
            <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
            <Button variant="ghost" size="sm" aria-label={t('removeNamed', { name })} onClick={() => onRemove(id)}>
              {t('remove')}
            </Button>
          </div>
        ))}
      {proofs.length < maxFiles && (
        <DocumentDrop
          path="/api/cases/proofs"
          texts={{ add: t('add'), choose: t('choose'), hint: t('hint'), sending: t('sending') }}
          onSent={onAdd}
          error={error}
        />
      )}
    </div>
  )
}
