import { describe, expect, test } from 'vitest'
import type { SendingToolId } from '#features/tools/rules/sending-tools.ts'
import { checkReinstateForm, type ReinstateForm } from './reinstate-form.ts'

const complete: Record<SendingToolId, Record<string, string>> = {
  bison: {
    url: 'send.acme.com/login',
    username: 'jo',
    password: 'p',
    workspace: 'w',
    apiKey: 'k',
    appId: 'app',
  },
  instantly: { username: 'jo', password: 'p', workspace: 'w' },
  smartlead: { username: 'jo', password: 'p', apiKey: 'k', oauthLink: 'https://app.smartlead.ai/x' },
  other: {},
}
const form = (change: Partial<ReinstateForm> = {}): ReinstateForm => ({
  forwardingDomain: 'acme.com',
  companyName: 'Acme',
  users: [{ firstName: 'Jo', lastName: 'Doe' }],
  profilePictureLink: '',
  tool: 'other',
  toolValues: {},
  ...change,
})
const message = (change: Partial<ReinstateForm>, ...platforms: ('azure' | 'google')[]) => {
  const outcome = checkReinstateForm(form(change), platforms.length > 0 ? platforms : ['azure'])
  return outcome.ok ? undefined : outcome.problem.message
}
const without = (tool: SendingToolId, field: string) => ({
  tool,
  toolValues: { ...complete[tool], [field]: ' ' },
})

describe('what is missing is told in order', () => {
  const nothing = { forwardingDomain: ' ', companyName: ' ', users: [], tool: undefined }
  test.each([
    [nothing, 'Forwarding domain is required'],
    [{ ...nothing, forwardingDomain: 'acme.com' }, 'Organization name is required'],
    [{ users: [], tool: undefined }, 'At least one user must be configured'],
    [{ tool: undefined }, 'Please select a sending tool'],
  ] satisfies [Partial<ReinstateForm>, string][])('%j: %s', (change, expected) => {
    expect(message(change)).toBe(expected)
  })
})

describe('the sending tool', () => {
  test('is complete with all of its values', () => {
    for (const [tool, toolValues] of Object.entries(complete) as [SendingToolId, Record<string, string>][])
      expect(message({ tool, toolValues }, 'azure', 'google')).toBeUndefined()
  })

  test.each([
    ['bison', 'url', 'Email Bison URL is required'],
    ['bison', 'username', 'Email Bison username is required'],
    ['bison', 'password', undefined],
    ['bison', 'workspace', 'Email Bison workspace is required'],
    ['bison', 'apiKey', 'Email Bison API key is required'],
    ['bison', 'appId', 'Bison App ID is required for Google domains'],
    ['instantly', 'username', 'Instantly username is required'],
    ['instantly', 'workspace', 'Instantly workspace is required'],
    ['smartlead', 'username', 'Smartlead username is required'],
    ['smartlead', 'apiKey', 'Smartlead API key is required'],
    ['smartlead', 'oauthLink', 'Smartlead inbox addition URL is required'],
  ] as const)('%s without %s: %s', (tool, field, expected) => {
    // A password may consist of blanks.
    expect(message(without(tool, field), 'azure', 'google')).toBe(expected)
  })

  test.each([
    ['bison', 'Email Bison password is required'],
    ['instantly', 'Instantly password is required'],
    ['smartlead', 'Smartlead password is required'],
  ] as const)('%s needs a password', (tool, expected) => {
    expect(message({ tool, toolValues: { ...complete[tool], password: '' } }, 'google')).toBe(expected)
  })

  test('of Email Bison needs an address, and its app only for Google domains', () => {
    const values = { ...complete.bison, appId: '' }
    expect(message({ tool: 'bison', toolValues: values }, 'azure')).toBeUndefined()
    expect(message({ tool: 'bison', toolValues: { ...values, url: 'not an address' } })).toBe(
      'Email Bison URL must be a valid domain (e.g., example.com) or complete URL (e.g., https://example.com)',
    )
  })

  test('may go on with saved secrets, but only those of its own connection', () => {
    const typed = { username: 'jo', workspace: 'w' }
    const connection = { id: 'con_1', tool: 'instantly', storedSecrets: ['password'] } as const
    expect(message({ tool: 'instantly', toolValues: typed, connection })).toBeUndefined()
    expect(
      message({ tool: 'smartlead', toolValues: { ...complete.smartlead, password: '' }, connection }),
    ).toBe('Smartlead password is required')
    const other = checkReinstateForm(form({ connection }), ['azure'])
    expect(other.ok && other.value.tool.connectionId).toBeUndefined()
  })
})

test('a picture is looked at only with Google domains', () => {
  expect(message({ profilePictureLink: 'nonsense' }, 'azure')).toBeUndefined()
  expect(message({ profilePictureLink: 'nonsense' }, 'google')).toContain('valid link')
})
