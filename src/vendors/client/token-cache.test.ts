import { describe, expect, it } from 'vitest'
import { meaningOf } from '#vendors/testing/meaning-of.ts'
import { createTokenCache } from './token-cache.ts'
import { VendorError, type VendorErrorKind } from './vendor-error.ts'

const refused = (kind: VendorErrorKind, status: number) =>
  new VendorError({ vendor: 'google', operation: 'x', ...meaningOf(kind), reason: 'y', status })

function counting(expiresInSeconds: number) {
  let fetched = 0
  const withToken = createTokenCache(async (scope) => ({ value: `${scope}-${++fetched}`, expiresInSeconds }))
  return { withToken, fetched: () => fetched }
}
const echo = async (token: string) => token

describe('kept tokens', () => {
  it('are fetched once for each scope', async () => {
    const { withToken } = counting(3600)
    expect(await withToken('a', {}, echo)).toBe('a-1')
    expect(await withToken('a', {}, echo)).toBe('a-1')
    expect(await withToken('b', {}, echo)).toBe('b-2')
  })

  it('are replaced once when the vendor does not take a kept one', async () => {
    const { withToken, fetched } = counting(3600)
    await withToken('a', {}, echo)
    const used = await withToken('a', {}, async (token) => {
      if (token === 'a-1') throw refused('unauthorised', 401)
      return token
    })
    expect(used).toBe('a-2')
    expect(fetched()).toBe(2)
  })

  it('are not blamed for a missing permission, nor a fresh one replaced', async () => {
    const { withToken, fetched } = counting(3600)
    await expect(
      withToken('a', {}, () => Promise.reject(refused('unauthorised', 401))),
    ).rejects.toMatchObject({ status: 401 })
    await expect(
      withToken('a', {}, () => Promise.reject(refused('unauthorised', 403))),
    ).rejects.toMatchObject({ status: 403 })
    expect(fetched()).toBe(1)
  })

  it('that are good for no time at all are used for one call', async () => {
    const { withToken } = counting(0)
    expect(await withToken('a', {}, echo)).toBe('a-1')
    expect(await withToken('a', {}, echo)).toBe('a-2')
  })

  it('are not kept when fetching failed', async () => {
    let attempts = 0
    const withToken = createTokenCache(async () => {
      if (++attempts === 1) throw refused('transient', 503)
      return { value: 'good', expiresInSeconds: 3600 }
    })
    await expect(withToken('a', {}, echo)).rejects.toMatchObject({ kind: 'transient' })
    expect(await withToken('a', {}, echo)).toBe('good')
  })
})
