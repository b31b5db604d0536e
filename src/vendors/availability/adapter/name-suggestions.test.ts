import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkPurchasedDomain } from '#features/names/rules/domain-name.ts'
import { purchasableTlds } from '#features/plans/rules/catalog.ts'
import { suggestNames } from './name-suggestions.ts'

describe('suggested names', () => {
  it('are the same word under other endings first, then natural variants', () => {
    expect(suggestNames('acme.com')).toEqual([
      'acme.co',
      'acme.net',
      'acme.org',
      'acme.info',
      'acme.biz',
      'acmehq.com',
      'getacme.com',
      'acmemail.com',
      'tryacme.com',
      'acmeteam.com',
      'useacme.com',
      'acmeapp.com',
      'goacme.com',
      'acmehub.com',
      'joinacme.com',
      'acmelabs.com',
      'meetacme.com',
      'acmenow.com',
      'helloacme.com',
      'acmeonline.com',
    ])
  })

  it('vary the word itself, not a variant of it', () => {
    const suggested = suggestNames('getacme.com')
    expect(suggested).toContain('tryacme.com')
    expect(suggested).toContain('acme.com')
    expect(suggested.filter((name) => name.includes('getget') || name.startsWith('trygetacme'))).toEqual([])
  })

  it('mend what cannot be bought as it was typed', () => {
    expect(suggestNames(' Acme-Corp.COM ')[0]).toBe('acmecorp.com')
    expect(suggestNames('acme.app')[0]).toBe('acme.com')
    expect(suggestNames('acme')[0]).toBe('acme.com')
  })

  it('keep to the endings that the operator sells', () => {
    const endings = suggestNames('acme.com', { tlds: ['net'] }).map((name) => name.split('.')[1])
    expect(new Set(endings)).toEqual(new Set(['net']))
    expect(suggestNames('acme.com', { tlds: [] })).toEqual([])
  })

  it('can always be bought as far as their spelling goes, are few, different, and never the one searched for', () => {
    const search = fc.oneof(
      fc.string(),
      fc
        .tuple(fc.stringMatching(/^[a-z0-9-]{0,40}$/), fc.constantFrom(...purchasableTlds, 'app', 'xyz'))
        .map(([label, tld]) => `${label}.${tld}`),
    )
    fc.assert(
      fc.property(search, (text) => {
        const suggested = suggestNames(text)
        expect(suggested.length).toBeLessThanOrEqual(20)
        expect(new Set(suggested).size).toBe(suggested.length)
        expect(suggested).not.toContain(text.trim().toLowerCase())
        for (const name of suggested) expect(checkPurchasedDomain(name)).toEqual({ ok: true, value: name })
        expect(suggestNames(text)).toEqual(suggested)
      }),
    )
  })
})
