import { describe, expect, test } from 'vitest'
import {
  backgroundWarning,
  bulkUpdatedMessage,
  isBackgroundUpdate,
  updateForwardingBody,
  updateForwardingMessages,
} from './update-forwarding.ts'

const firstMessage = (body: { domains: string[] } & Record<string, unknown>) =>
  updateForwardingBody.safeParse({ basedOn: leadingSomewhere(body.domains), ...body }).error?.issues[0]
    ?.message
const domains = ['One.com', 'two.com']
/** Where they lead so far. */
const leadingSomewhere = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, 'https://before.com']))

describe('the request', () => {
  test.each(['acme.com', 'https://acme.com', 'https://acme.com/test'])(
    'accepts %s for all domains',
    (url) => {
      const parsed = updateForwardingBody.parse({
        domains,
        forwardingDomain: url,
        basedOn: leadingSomewhere(domains),
      })
      expect(parsed.map(({ domain }) => domain)).toEqual(['one.com', 'two.com'])
      expect(new Set(parsed.map(({ forwardingUrl }) => forwardingUrl)).size).toBe(1)
      expect(parsed[0]!.forwardingUrl).toBe(url.startsWith('https://') ? url : `https://${url}`)
    },
  )

  test('accepts a URL for each domain, however its name is spelt', () => {
    expect(
      updateForwardingBody.parse({
        domains: [...domains, 'ONE.com'],
        forwardingDomains: { 'TWO.com': 'b.com', 'one.com': 'a.com' },
        basedOn: leadingSomewhere(domains),
      }),
    ).toEqual([
      { domain: 'one.com', forwardingUrl: 'https://a.com', basedOn: 'https://before.com' },
      { domain: 'two.com', forwardingUrl: 'https://b.com', basedOn: 'https://before.com' },
    ])
  })

  test('says of every domain where it led', () => {
    expect(firstMessage({ domains, forwardingDomain: 'a.com', basedOn: leadingSomewhere(['one.com']) })).toBe(
      updateForwardingMessages.noBasis,
    )
  })

  test('needs a URL for every domain and for no other', () => {
    expect(firstMessage({ domains, forwardingDomain: ' ' })).toBe('Forwarding domain cannot be empty')
    expect(firstMessage({ domains })).toBe('Forwarding domain cannot be empty')
    for (const forwardingDomains of [
      {},
      { 'one.com': 'a.com' },
      { 'one.com': 'a.com', 'two.com': ' ' },
      { 'one.com': 'a.com', 'two.com': 'b.com', 'three.com': 'c.com' },
      { 'one.com': 'a.com', constructor: 'b.com' },
    ])
      expect(
        updateForwardingBody.safeParse({ domains, forwardingDomains, basedOn: leadingSomewhere(domains) })
          .success,
      ).toBe(false)
    expect(firstMessage({ domains, forwardingDomains: { 'one.com': 'a.com' } })).toBe(
      'All forwarding domains must be specified',
    )
    expect(firstMessage({ domains, forwardingDomains: { 'one.com': 'a.com', 'two.com': '' } })).toBe(
      'All forwarding domains must be specified',
    )
    expect(
      firstMessage({
        domains,
        forwardingDomain: 'a.com',
        forwardingDomains: { 'one.com': 'a.com', 'two.com': 'a.com' },
      }),
    ).toBe('All forwarding domains must be specified')
  })

  test('is bounded to 100 domains', () => {
    const many = Array.from({ length: 101 }, (_, index) => `mail${index}.com`)
    expect(firstMessage({ domains: many, forwardingDomain: 'acme.com' })).toBe(
      updateForwardingMessages.tooManyDomains,
    )
    expect(firstMessage({ domains: [], forwardingDomain: 'acme.com' })).toBe(
      updateForwardingMessages.noDomains,
    )
    expect(firstMessage({ domains: many.slice(1), forwardingDomain: 'acme.com' })).toBeUndefined()
  })
})

test('more than 20 domains run in the background, and the messages say so', () => {
  expect([20, 21].map(isBackgroundUpdate)).toEqual([false, true])
  expect(backgroundWarning(21)).toBe(
    'You are updating 21 domains. This runs in the background and may take a few minutes.',
  )
  expect(bulkUpdatedMessage(20)).toBe('Forwarding domains updated successfully')
  expect(bulkUpdatedMessage(21)).toBe('Forwarding update started for 21 domains.')
})
