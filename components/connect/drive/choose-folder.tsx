'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { WhatChanged } from '@/components/insight/audit-log/what-changed'
import { useOrganization } from '@/components/shell/organization-context'
import { Button } from '@/components/ui/button'
import { Field, Input, Select } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { chooseFolderAction } from '@/lib/connect/drive/actions'
import type { DriveFolder } from '@/lib/connect/drive/client'

/** `isNoted`: no drive is connected yet that could look. */
type ChooseFolderProps = {
  folders: DriveFolder[] | null
  chosenId: string | null
  version: number
  isNoted?: boolean
}

/** Picks a folder that the app sees, or takes an address or an id that was pasted; what is pasted counts. */
export function ChooseFolder({ folders, chosenId, version, isNoted }: ChooseFolderProps) {
  const t = useTranslations('drive.folder')
  const [picked, setPicked] = useState('')
  const [pasted, setPasted] = useState('')
  const { organizationId } = useOrganization()
  const choose = useAction(chooseFolderAction, {
    refresh: true,
    successMessage: ({ name }) => (isNoted ? t('notedDone') : t('chosen', { folder: name })),
  })
  const pasteLabel = t(isNoted ? 'pasteOnly' : 'paste')
  const others = folders?.filter(({ id }) => id !== chosenId) ?? []
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void choose.run({ folder: pasted.trim() || picked, version })
      }}
      className="mt-4 space-y-3 border-t border-line pt-4"
    >
      <FormError
        error={choose.error}
        fields={choose.fields}
        labels={{ folder: pasteLabel }}
        changed={<WhatChanged kind="drive" id={organizationId} />}
      />
      {folders === null && <p className="text-[13px] text-ink-2">{t('unlisted')}</p>}
      {others.length > 0 && (
        <Field label={t('pick')}>
          <Select
            name="picked"
            value={picked}
            onChange={(event) => setPicked(event.target.value)}
            options={others.map(({ id, name }) => ({ value: id, label: name }))}
          >
            <option value="">{t('pickFirst')}</option>
          </Select>
        </Field>
      )}
      <Field label={pasteLabel} hint={t('pasteHint')} error={choose.fields.folder}>
        <Input
          name="folder"
          value={pasted}
          onChange={(event) => setPasted(event.target.value)}
          autoComplete="off"
          spellCheck={false}
        />
      </Field>
      <Button type="submit" pending={choose.pending} disabled={!pasted.trim() && !picked}>
        {t(isNoted ? 'note' : 'use')}
      </Button>
    </form>
  )
}
