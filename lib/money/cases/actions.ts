'use server'

import { memberAction } from '@/lib/identity/auth/define-action'
import { fileCases, moveCase, noteCase, updateCase } from './change-case'
import { addProof, removeProof } from './evidence'
import { openCases, writeOff } from './open-cases'
import {
  caseFileInput,
  fileCasesInput,
  moveCaseInput,
  noteCaseInput,
  openCasesInput,
  updateCaseInput,
  writeOffInput,
} from './schema'

const permission = 'reconciliation.decide'

export const openCasesAction = memberAction(openCasesInput, openCases, { name: 'case.open', permission })
export const writeOffAction = memberAction(writeOffInput, writeOff, { name: 'case.writeOff', permission })
export const updateCaseAction = memberAction(updateCaseInput, updateCase, { name: 'case.update', permission })
export const moveCaseAction = memberAction(moveCaseInput, moveCase, { name: 'case.move', permission })
export const fileCasesAction = memberAction(fileCasesInput, fileCases, { name: 'case.fileMany', permission })
export const noteCaseAction = memberAction(noteCaseInput, noteCase, { name: 'case.note', permission })
export const addProofAction = memberAction(caseFileInput, addProof, { name: 'case.addProof', permission })
export const removeProofAction = memberAction(caseFileInput, removeProof, { name: 'case.removeProof', permission })
