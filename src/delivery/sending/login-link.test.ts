import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AuthorizeLink, loginLinkBytes, openableLink, readLoginLink } from './login-link.ts'

const microsoft = 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize'
const google = 'https://accounts.google.com/o/oauth2/v2/auth'
const real = { microsoft: 'https://login.microsoftonline.com', google: 'https://accounts.google.com' }
const elsewhere = { microsoft: 'http://127.0.0.1:3005', google: 'http://127.0.0.1:3005/of/google' }
const fields = {
  client_id: '65ad96b6-fbeb-40b5-b404-2a415d074c97',
  response_type: 'code',
  redirect_uri: 'https://api.instantly.ai/oauth/callback',
  scope: 'openid offline_access https://graph.microsoft.com/Mail.Send',
  state: 'ses-1',
}
const linkOf = (base: string, change: Record<string, string | undefined> = {}) => {
  const given = Object.entries({ ...fields, ...change }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  return `${base}?${new URLSearchParams(Object.fromEntries(given))}`
}
function authorizeLink(text: string): AuthorizeLink {
  const link = readLoginLink(text)
  if (link.kind !== 'authorize') throw new Error(`Not an authorize link: ${JSON.stringify(link)}`)
  return link
}

describe('Reading the link of a sending tool', () => {
  it('tells for whom and for what it asks', () => {
    expect(readLoginLink(` ${linkOf(microsoft, { prompt: 'consent' })}#top\n`)).toMatchObject({
      kind: 'authorize',
      provider: 'microsoft',
      clientId: fields.client_id,
      redirectHost: 'api.instantly.ai',
      scopes: ['openid', 'offline_access', 'https://graph.microsoft.com/Mail.Send'],
      prompt: 'consent',
    })
    expect(readLoginLink(linkOf(google))).toMatchObject({ provider: 'google', prompt: null })
    expect(readLoginLink('https://app.smartlead.ai/connect?x=1')).toMatchObject({ kind: 'tool' })
    expect(readLoginLink('https://server.intellioauth.com/go')).toMatchObject({ kind: 'tool' })
  })

  it.each([
    ['too-long', linkOf(microsoft, { state: 'ü'.repeat(loginLinkBytes / 2) })],
    ['no-address', 'login.microsoftonline.com'],
    ['no-address', linkOf('https://jo:secret@login.microsoftonline.com/common/oauth2/v2.0/authorize')],
    ['not-https', linkOf(microsoft).replace('https:', 'http:')],
    ['unknown-host', linkOf('https://login.microsoftonline.com.evil.test/common/oauth2/v2.0/authorize')],
    ['unknown-host', linkOf('https://login.microsoftonline.com:8443/common/oauth2/v2.0/authorize')],
    ['unknown-host', 'https://evilsmartlead.ai/connect'],
    ['no-authorize-page', linkOf('https://login.microsoftonline.com/common/oauth2/logout')],
    ['no-client', linkOf(microsoft, { client_id: undefined })],
    ['no-redirect', linkOf(microsoft, { redirect_uri: 'x' })],
    ['no-redirect', linkOf(microsoft, { redirect_uri: 'javascript:alert(1)' })],
    ['no-state', linkOf(google, { state: '' })],
  ])('refuses as %s: %s', (problem, text) => {
    expect(readLoginLink(text)).toEqual({ kind: 'refused', problem })
  })

  it('never throws, whatever was pasted', () => {
    const text = fc.oneof(fc.string(), fc.webUrl({ withQueryParameters: true, withFragments: true }))
    fc.assert(
      fc.property(text, fc.constantFrom('', microsoft, google, 'https://x.smartlead.ai'), (end, begin) => {
        expect(['authorize', 'tool', 'refused']).toContain(readLoginLink(begin + end).kind)
      }),
    )
  })
})

describe('The link as it is opened', () => {
  it('names the mailbox, also where it named another one', () => {
    for (const login_hint of [undefined, 'boss@example.com']) {
      const opened = openableLink(authorizeLink(linkOf(microsoft, { login_hint })), 'jo@example.com', real)
      expect(new URL(opened).searchParams.getAll('login_hint')).toEqual(['jo@example.com'])
    }
  })

  it('leads to the pages that are set, with everything else as it was', () => {
    const opened = openableLink(authorizeLink(linkOf(google)), 'jo@example.com', elsewhere)
    expect(opened).toMatch(/^http:\/\/127\.0\.0\.1:3005\/of\/google\/o\/oauth2\/v2\/auth\?/)
  })

  it('keeps every value, whatever is in it', () => {
    const value = fc.string({ minLength: 1, maxLength: 80, unit: 'grapheme' })
    fc.assert(
      fc.property(
        value,
        value,
        value,
        fc.constantFrom(microsoft, google),
        (state, clientId, address, base) => {
          const link = authorizeLink(linkOf(base, { state, client_id: clientId }))
          const opened = new URL(openableLink(link, address, real))
          expect(link.clientId).toBe(
            new URL(linkOf(base, { client_id: clientId })).searchParams.get('client_id'),
          )
          expect(Object.fromEntries(opened.searchParams)).toEqual({
            ...Object.fromEntries(link.url.searchParams),
            login_hint: new URLSearchParams({ login_hint: address }).get('login_hint'),
          })
          expect(opened.origin + opened.pathname).toBe(base)
        },
      ),
    )
  })
})
