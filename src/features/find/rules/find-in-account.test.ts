import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findInAccount } from './find-in-account.ts'

const order = (orderId: string, forwardingDomain: string, domains: string[]) => ({
  orderId,
  forwardingDomain,
  groups: [],
  domains: domains.map((domain) => ({
    domain,
    domainType: 'Azure' as const,
    status: 'done' as const,
    groupId: `${orderId}-1`,
  })),
})
const namesOf = (hits: ReturnType<typeof findInAccount>) =>
  hits.map((hit) => (hit.kind === 'order' ? hit.forwardingDomain : hit.domain))

describe('finding orders and domains of an account', () => {
  const account = [
    order('o1', 'https://acme.com', ['tryacme.com', 'acmehq.com']),
    order('o2', 'https://www.other.com/acme', ['other1.com', 'acme.co']),
  ]

  test('the whole name comes first, then what begins with it, then what holds it', () => {
    expect(namesOf(findInAccount(account, 'ACME.co ', 10))).toEqual([
      'acme.co',
      'https://acme.com',
      'tryacme.com',
    ])
  })

  test('the scheme of a forwarding address is no part of what is searched', () => {
    expect(findInAccount(account, 'https:', 10)).toEqual([])
    expect(namesOf(findInAccount(account, 'www.other.com', 10))).toEqual(['https://www.other.com/acme'])
  })

  test('an order is found by its company, and an address as it is copied from a browser', () => {
    const named = [{ ...order('o3', 'https://tidewell.com', []), companyName: 'Tidewell Advisory' }]
    expect(namesOf(findInAccount(named, 'advisory', 10))).toEqual(['https://tidewell.com'])
    expect(namesOf(findInAccount(named, 'https://tidewell.com', 10))).toEqual(['https://tidewell.com'])
  })

  test('nothing typed finds nothing, and no more is listed than was asked for', () => {
    expect(findInAccount(account, '  ', 10)).toEqual([])
    expect(findInAccount(account, 'com', 2)).toHaveLength(2)
  })

  test('every hit holds the text, and a name of the account is found by any part of it', () => {
    const label = fc.stringMatching(/^[a-z0-9]{1,12}$/)
    const accounts = fc.array(fc.tuple(label, fc.array(label, { maxLength: 8 })), { maxLength: 8 })
    fc.assert(
      fc.property(accounts, fc.nat(), fc.nat({ max: 6 }), (made, pick, from) => {
        const orders = made.map(([host, names], at) =>
          order(
            `o${at}`,
            `https://${host}.com`,
            [...new Set(names)].map((name) => `${name}${at}.com`),
          ),
        )
        const names = orders.flatMap(({ domains }) => domains.map(({ domain }) => domain))
        const name = names[pick % Math.max(1, names.length)]
        if (name === undefined) return
        const text = name.slice(Math.min(from, name.length - 1))
        const hits = namesOf(findInAccount(orders, text, 1_000))
        expect(hits).toContain(name)
        for (const hit of hits) expect(hit).toContain(text)
      }),
    )
  })
})
