import { describe, expect, test } from 'vitest'
import type { ZodMiniType } from 'zod/mini'
import {
  smartleadAccountsBody,
  smartleadOutboundBody,
  smartleadSignatureBody,
  smartleadTagsBody,
  smartleadWarmupBody,
} from './smartlead-calls.ts'

const issues = (schema: ZodMiniType, body: unknown) =>
  schema.safeParse(body).error?.issues.map(({ path, message }) => [path.join('.'), message])
const accounts = [{ id: 7 }, { id: 8 }]
const warmup = {
  maxEmailPerDay: 5,
  replyRate: 60,
  isRampupEnabled: true,
  rampupValue: 1,
  warmupTagIdentifier: 'tryit-inboxyard',
  status: 'ACTIVE',
}

test('fetching is read into domains and access', () => {
  expect(
    smartleadAccountsBody.parse({
      token: 'Bearer ey',
      domains: [' Acme.com', 'acme.com', ''],
      userEmail: 'jo@acme.com',
    }),
  ).toEqual({ access: { kind: 'browser', token: 'ey' }, domains: ['acme.com'], userEmail: 'jo@acme.com' })
  expect(issues(smartleadAccountsBody, { token: 'ey', domains: [] })).toEqual([
    ['domains', 'At least one domain is required'],
  ])
  expect(issues(smartleadAccountsBody, { domains: ['acme.com'] })).toEqual([
    ['token', 'Please provide both JWT token and domains.'],
  ])
})

describe('warm-up', () => {
  test('a ramp-up of 1 is possible with the token, and 5 is the least with an API key', () => {
    expect(smartleadWarmupBody.parse({ token: 'ey', accounts, settings: warmup })).toEqual({
      access: { kind: 'browser', token: 'ey' },
      target: { named: [7, 8] },
      settings: warmup,
    })
    expect(issues(smartleadWarmupBody, { api_key: 'k', accounts, settings: warmup })).toEqual([
      ['settings.rampupValue', 'Ramp-up value must be between 5 and 20'],
    ])
  })
  test('the value of a ramp-up that is off does not matter', () => {
    const settings = { ...warmup, isRampupEnabled: false, rampupValue: 0 }
    expect(issues(smartleadWarmupBody, { api_key: 'k', accounts, settings })).toBeUndefined()
  })
  test('only turns warm-up on', () => {
    expect(
      issues(smartleadWarmupBody, { token: 'ey', accounts, settings: { ...warmup, status: 'INACTIVE' } }),
    ).toHaveLength(1)
  })
})

test('outbound settings have ranges', () => {
  const body = (messagePerDay: number) => ({
    token: 'ey',
    accounts,
    settings: { messagePerDay, minTimeToWaitInMins: 60 },
  })
  expect(issues(smartleadOutboundBody, body(2))).toBeUndefined()
  expect(issues(smartleadOutboundBody, body(0))).toEqual([
    ['settings.messagePerDay', 'Max emails per day must be between 1 and 1000'],
  ])
})

test('tags and signature are needed', () => {
  expect(issues(smartleadTagsBody, { token: 'ey', accounts, tags: ['warm'] })).toBeUndefined()
  expect(smartleadTagsBody.parse({ token: 'ey', accounts, tags: [' warm '] }).tags).toEqual(['warm'])
  expect(issues(smartleadTagsBody, { token: 'ey', accounts, tags: [' '] })).toEqual([
    ['tags.0', 'Missing token or account IDs, or tags'],
  ])
  expect(issues(smartleadTagsBody, { token: 'ey', accounts, tags: [] })).toEqual([
    ['tags', 'Missing token or account IDs, or tags'],
  ])
  expect(issues(smartleadSignatureBody, { token: 'ey', accounts, signature: '' })).toEqual([
    ['signature', 'Missing token or account IDs, or signature'],
  ])
})

test('accounts are needed and bounded', () => {
  expect(issues(smartleadTagsBody, { token: 'ey', accounts: [], tags: ['a'] })).toEqual([
    ['accounts', 'Missing token or account IDs'],
  ])
  const many = Array.from({ length: 10_001 }, (_, index) => ({ id: index + 1 }))
  expect(issues(smartleadTagsBody, { token: 'ey', accounts: many, tags: ['a'] })).toEqual([
    ['accounts', 'At most 10,000 accounts can be updated at a time'],
  ])
})
