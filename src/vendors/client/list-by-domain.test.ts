import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listByDomain, type Pages } from './list-by-domain.ts'

/** A list that pages like a vendor's and counts its calls. */
function pagedList(addresses: readonly string[], pageSize: number) {
  let calls = 0
  const pages: Pages<string> = async function* (search) {
    const matching = addresses.filter((address) => !search || address.includes(search))
    for (let at = 0; ; at += pageSize) {
      calls++
      yield matching.slice(at, at + pageSize)
      if (at + pageSize >= matching.length) return
    }
  }
  return { pages, calls: () => calls }
}
const local = fc.constantFrom('jane', 'joe', 'ada', 'max', 'mia')
const domain = fc.constantFrom('x.com', 'xx.com', 'max.com', 'y.co', 'z.org', 'Y.CO')

describe('listing by domain', () => {
  it('finds every address of the domains and no other, once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.tuple(local, domain).map(([left, right]) => `${left}@${right}`.toLowerCase())),
        fc.array(domain),
        fc.integer({ min: 1, max: 4 }),
        async (addresses, domains, pageSize) => {
          const { pages } = pagedList(addresses, pageSize)
          const found = await listByDomain(domains, pages, (address) => address)
          const wanted = new Set(domains.map((name) => name.toLowerCase()))
          const expected = addresses.filter((address) => wanted.has(address.split('@')[1] as string))
          expect(found.sort()).toEqual(expected.sort())
        },
      ),
    )
  })

  it('searches for one domain', async () => {
    const list = pagedList(
      Array.from({ length: 900 }, (_, at) => `a${at}@${at % 300}.com`),
      100,
    )
    expect(await listByDomain(['7.com'], list.pages, (address) => address)).toHaveLength(3)
    expect(list.calls()).toBe(1)
  })

  it('takes the whole list where that is shorter than a search for each', async () => {
    const addresses = Array.from({ length: 250 }, (_, at) => `a${at}@${at % 10}.com`)
    const list = pagedList(addresses, 100)
    const domains = Array.from({ length: 10 }, (_, at) => `${at}.com`)
    expect(await listByDomain(domains, list.pages, (address) => address)).toHaveLength(250)
    expect(list.calls()).toBe(3)
  })

  it('searches for each where the list never ends', async () => {
    const addresses = Array.from({ length: 10_000 }, (_, at) => `a${at}@d${at % 1_000}.com`)
    const list = pagedList(addresses, 100)
    expect(await listByDomain(['d3.com', 'd4.com', 'd5.com'], list.pages, (address) => address)).toHaveLength(
      30,
    )
    expect(list.calls()).toBe(4 + 3)
  })
})
