import { expect, test } from 'vitest'
import { allActions, moneyActions } from '#base/audit/audit.ts'
import { historySentence } from './history-sentence.ts'

const data = { cents: 8_100, amount: 8_100, refundCents: 8_100, reason: 'asked', plan: 'azure', from: null }

test('what tells an amount is told only to those who may see money', () => {
  const tells = allActions.filter((action) => historySentence(action, data).includes('$'))
  expect(tells).toContain('payment.received')
  expect(tells.filter((action) => !moneyActions.includes(action))).toEqual([])
})
