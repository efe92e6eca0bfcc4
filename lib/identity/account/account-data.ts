import 'server-only'
import { callGlobal } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import { translatorIn } from '@/lib/core/i18n/translator'
import type { Language } from '@/lib/core/language'

/** All that is held of a person, readable by a program and by them: what each part is stands first, in their language. */
export async function getAccountData(userId: string, language: Language): Promise<string> {
  const [row] = await callGlobal<{ data: object }>(Prisma.sql`SELECT get_account_data(${userId}::uuid) AS data`)
  const t = translatorIn(language, 'privacy.accountFile')
  const explained = { about: t('about'), ...(t.raw('sections' as never) as object) }
  return JSON.stringify({ [t('heading')]: explained, ...row!.data }, null, 2)
}
