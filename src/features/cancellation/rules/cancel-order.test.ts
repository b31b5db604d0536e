import { expect, test } from 'vitest'
import {
  cancelOrderBody,
  cancelOrderMessages,
  cancelReasonLabels,
  cancelReasons,
  cancelReasonText,
} from './cancel-order.ts'

const firstMessage = (body: unknown) => cancelOrderBody.safeParse(body).error?.issues[0]?.message

test('the six reasons are asked in their order', () => {
  expect(cancelReasons.map((reason) => cancelReasonLabels[reason])).toEqual([
    'Changed my mind',
    'Found a better alternative',
    'Technical issues',
    'Pricing concerns',
    'Need to make changes to my order',
    'Other',
  ])
})

test('a request needs an order and a reason', () => {
  expect(cancelOrderBody.safeParse({ groupId: 'bun_1', reason: 'pricing' }).success).toBe(true)
  for (const groupId of [undefined, '', 7, 'x'.repeat(65)])
    expect(firstMessage({ groupId, reason: 'pricing' })).toBe(cancelOrderMessages.noOrder)
  for (const reason of [undefined, '', 'toString'])
    expect(firstMessage({ groupId: 'bun_1', reason })).toBe(cancelOrderMessages.noReason)
})

test('own words are bounded, and nothing else may be sent', () => {
  expect(firstMessage({ groupId: 'g', reason: 'other', details: 'x'.repeat(1001) })).toBe(
    'Please use at most 1000 characters',
  )
  expect(cancelOrderBody.safeParse({ groupId: 'g', reason: 'other', refund: true }).success).toBe(false)
})

test('the reason is told in the words of the page, with what the customer wrote under Other', () => {
  expect(cancelReasonText({ reason: 'pricing', details: 'ignored' })).toBe('Pricing concerns')
  expect(cancelReasonText({ reason: 'other', details: ' moved ' })).toBe('Other: moved')
  expect(cancelReasonText({ reason: 'other', details: ' ' })).toBe('Other')
})
