'use server'

import { memberAction } from '@/lib/identity/auth/define-action'
import { adoptFeeRule } from './adopt-rule'
import { answerParticipation } from './answer-participation'
import { requestConfirmation } from './request-confirmation'
import { previewFeeRule } from './preview-rule'
import {
  adoptFeeRuleInput,
  answerParticipationInput,
  checkFeeRulesInput,
  removeShopTermsInput,
  saveFeeRuleInput,
  setShopTermsInput,
  takePublishedInput,
} from './rule-schema'
import { saveFeeRule } from './save-rule'
import { removeShopTerms, setShopTerms } from './set-terms'
import { takePublishedRule } from './take-published'

const permission = 'feeRule.write'

export const saveFeeRuleAction = memberAction(saveFeeRuleInput, saveFeeRule, { name: 'feeRule.save', permission })
export const previewFeeRuleAction = memberAction(saveFeeRuleInput, previewFeeRule, {
  name: 'feeRule.preview',
  permission,
})
export const adoptFeeRuleAction = memberAction(adoptFeeRuleInput, adoptFeeRule, { name: 'feeRule.adopt', permission })
export const takePublishedAction = memberAction(takePublishedInput, takePublishedRule, {
  name: 'feeRule.take',
  permission,
})
export const checkFeeRulesAction = memberAction(checkFeeRulesInput, requestConfirmation, {
  name: 'feeRule.check',
  permission,
})
export const setShopTermsAction = memberAction(setShopTermsInput, setShopTerms, { name: 'shopTerms.set', permission })
export const answerParticipationAction = memberAction(answerParticipationInput, answerParticipation, {
  name: 'shopTerms.answer',
  permission,
})
export const removeShopTermsAction = memberAction(removeShopTermsInput, removeShopTerms, {
  name: 'shopTerms.remove',
  permission,
})
