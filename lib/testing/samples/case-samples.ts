import { Readable } from 'node:stream'
import { openCases } from '@/lib/money/cases/open-cases'
import { withOrganization } from '@/lib/core/db'
import { addDays } from '@/lib/core/dates'
import { recordFile, writeFile } from '@/lib/core/files/store'
import { companyToday, plantDifference } from '../harnesses/case-harness'
import type { TestOrganization } from '../factories/factories'

type Sample = (company: TestOrganization) => Promise<object>

const pick = async (company: TestOrganization) => {
  const { settlementId, cause } = await plantDifference(company)
  return { settlementId, cause }
}
const none = { reason: 'Frete acima do combinado', protocol: null, deadline: null, ownerId: null, fileIds: [] }

/** A case that waits to be filed. */
export async function openedCase(company: TestOrganization): Promise<{ id: string; version: number }> {
  const { cases } = await openCases(company.owner, { ...none, picks: [await pick(company)] })
  return { id: cases[0]!.id, version: 1 }
}

export async function proof(company: TestOrganization): Promise<string> {
  const file = await writeFile(company.organizationId, Readable.from(['%PDF-1.7']), 100)
  const expiresAt = new Date(Date.now() + 3_600_000)
  await withOrganization(company, (db) =>
    recordFile(db, company.owner, file, { kind: 'caseProof', name: 'prova.pdf', expiresAt }),
  )
  return file.id
}

/** A file that a case of the company keeps. */
export async function attachedProof(company: TestOrganization): Promise<string> {
  const fileId = await proof(company)
  await openCases(company.owner, { ...none, picks: [await pick(company)], fileIds: [fileId] })
  return fileId
}

const caseWithProof = async (company: TestOrganization) => {
  const fileId = await proof(company)
  const { cases } = await openCases(company.owner, { ...none, picks: [await pick(company)], fileIds: [fileId] })
  return { id: cases[0]!.id, fileId }
}

export const caseSamples: Record<string, Sample> = {
  'case.open': async (company) => ({
    ...none,
    picks: [await pick(company)],
    ownerId: company.owner.userId,
    fileIds: [await proof(company)],
  }),
  'case.writeOff': async (company) => ({ picks: [await pick(company)], reason: 'Valor pequeno' }),
  'case.update': async (company) => ({
    ...(await openedCase(company)),
    reason: 'Outro motivo',
    protocol: null,
    deadline: addDays(companyToday(), 5),
    ownerId: company.owner.userId,
  }),
  'case.move': async (company) => ({
    ...(await openedCase(company)),
    to: 'filed',
    protocol: 'BR-1',
    recoveredCents: null,
    deadline: null,
    note: null,
  }),
  'case.fileMany': async (company) => ({
    cases: [
      { ...(await openedCase(company)), protocol: 'BR-2' },
      { ...(await openedCase(company)), protocol: null },
    ],
    note: null,
  }),
  'case.note': async (company) => ({ id: (await openedCase(company)).id, text: 'Liguei' }),
  'case.addProof': async (company) => ({ id: (await openedCase(company)).id, fileId: await proof(company) }),
  'case.removeProof': caseWithProof,
}
