'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Drawer } from '@/components/ui/dialog'
import { useUnsavedGuard } from '@/components/ui/use-unsaved-guard'
import type { Day } from '@/lib/core/dates'
import type { FeeRule } from '@/lib/money/fees/schema'
import { RuleForm } from './rule-form'

type RuleEditorProps = { rule: FeeRule; today: Day; canCorrect: boolean }

/** A new version from a day on, or, while no order used it, the rule itself. */
export function RuleEditor({ rule, today, canCorrect }: RuleEditorProps) {
  const t = useTranslations('fees.editor')
  const [mode, setMode] = useState<'version' | 'correct' | null>(null)
  const [dirty, setDirty] = useState(false)
  const mayLeave = useUnsavedGuard(mode !== null && dirty)
  const done = () => {
    setDirty(false)
    setMode(null)
  }
  const named = { name: rule.name }
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" aria-label={t('newVersionOf', named)} onClick={() => setMode('version')}>
        {t('newVersion')}
      </Button>
      {canCorrect && (
        <Button size="sm" variant="ghost" aria-label={t('correctOf', named)} onClick={() => setMode('correct')}>
          {t('correct')}
        </Button>
      )}
      <Drawer
        open={mode !== null}
        onClose={() => mayLeave() && done()}
        title={t(mode === 'correct' ? 'correctOf' : 'newVersionOf', named)}
        description={t(mode === 'correct' ? 'correctText' : 'versionText')}
        className="sm:max-w-2xl"
      >
        {mode && (
          <RuleForm
            key={`${rule.id} ${rule.version} ${mode}`}
            rule={rule}
            isVersion={mode === 'version'}
            today={today}
            onDirty={setDirty}
            onDone={done}
          />
        )}
      </Drawer>
    </div>
  )
}
