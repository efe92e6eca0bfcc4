import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { callGlobal, withOrganization, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { Prisma } from '@/lib/generated/prisma/client'
import { enqueueEmail } from '@/lib/core/mail/emails'
import { confirmIdentity } from '../confirm-identity'
import { getPerson, type Person } from '../member'
import { getUserSecurity } from '../user-security'
import { drawQr, type QrPicture } from './qr'
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes'
import type { CodeInput, IdentityInput } from './schema'
import { countingAttempts, wrongCode } from './spend-code'
import { newTotpSecret, encryptTotp, stepOf, totpAddress, decryptTotp } from './totp'

export type StartedSetUp = { key: string; qr: QrPicture }
export type RecoveryCodes = { codes: string[] }

export async function requirePerson(): Promise<Person> {
  const person = await getPerson()
  if (!person) throw new UserError('signedOut')
  return person
}

/** The one answer that carries the secret. It protects nothing before `confirmTwoFactor`, and never replaces one that does. */
export async function startTwoFactor(actor: Actor, { password }: IdentityInput): Promise<StartedSetUp> {
  const person = await requirePerson()
  await confirmIdentity(person, password)
  const secret = newTotpSecret()
  const [row] = await callGlobal<{ started: boolean }>(
    Prisma.sql`SELECT start_totp(${person.userId}::uuid, ${encryptTotp(secret, person.userId)}) AS started`,
  )
  if (!row?.started) throw new UserError('secondStepIsOn')
  return { key: secret, qr: drawQr(totpAddress(secret, person.email)) }
}

/** Puts the set-up into force once a code shows that the app has it; answers the recovery codes, this once. */
export async function confirmTwoFactor(actor: Actor, { code }: CodeInput): Promise<RecoveryCodes> {
  const { userId } = await requirePerson()
  return countingAttempts(userId, 'own', async () => {
    const { totpSecret, totpSince } = await getUserSecurity(userId)
    if (totpSince) throw new UserError('secondStepIsOn')
    if (!totpSecret) throw new UserError('secondStepNotStarted')
    const step = stepOf(code, decryptTotp(totpSecret, userId))
    if (step === null) throw wrongCode()
    const codes = newRecoveryCodes()
    await withOrganization(actor, async (db) => {
      const [row] = await db.$queryRaw<[{ confirmed: boolean }]>`
        SELECT confirm_totp(${userId}::uuid, ${totpSecret}, ${step}, ${hashesOf(codes, userId)}) AS confirmed`
      if (!row.confirmed) throw new UserError('secondStepNotStarted')
      await recordAudit(db, actor, { event: 'account.secondStepEnabled', subjectId: userId })
      await enqueueEmail(db, { kind: 'secondStepOn', userId })
    })
    return { codes }
  })
}

/** Ten new codes; those before open nothing any more. */
export async function renewRecoveryCodes(actor: Actor, { password }: IdentityInput): Promise<RecoveryCodes> {
  const person = await requirePerson()
  await confirmIdentity(person, password)
  if (!person.hasTwoFactor) throw new UserError('secondStepIsOff')
  const codes = newRecoveryCodes()
  await withOrganization(actor, async (db) => {
    await replaceCodes(db, person.userId, codes)
    await recordAudit(db, actor, { event: 'account.recoveryCodesRenewed', subjectId: person.userId })
    await enqueueEmail(db, { kind: 'codesRenewed', userId: person.userId })
  })
  return { codes }
}

const replaceCodes = (db: Db, userId: string, codes: string[]) =>
  db.$executeRaw`SELECT replace_recovery_codes(${userId}::uuid, ${hashesOf(codes, userId)})`

const hashesOf = (codes: string[], userId: string) =>
  Prisma.sql`ARRAY(SELECT decode(hash, 'hex') FROM unnest(${codes.map((code) => hashRecoveryCode(code, userId))}::text[]) hash)`
