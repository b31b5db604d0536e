import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Platform } from '#features/plans/rules/catalog.ts'
import { fieldsFor, fieldsOf, labelFor, sendingToolIds, type ToolPlace } from './sending-tools.ts'
import {
  checkToolCredentials,
  isMicrosoftConsentLink,
  maskToolValues,
  normalizeBisonUrl,
  normalizeToolValues,
  secretMask,
  separateSecrets,
  storedFields,
  toolCredentialMessages,
  toolCredentials,
  toolProblems,
} from './tool-credentials.ts'
import { readWireValues, toolOfWireName, writeWireValues } from './tool-wire.ts'

const entra: ToolPlace = { context: 'order', platforms: ['azure'] }
const google: ToolPlace = { context: 'order', platforms: ['google'] }
const premium: ToolPlace = { context: 'order', platforms: ['azure', 'google'] }
const reinstate = (...platforms: Platform[]): ToolPlace => ({ context: 'reinstate', platforms })

const consent =
  'https://login.microsoftonline.com/common/oauth2/v2.0/authorize?client_id=1&response_type=code&scope=x'
const googleLink = 'https://accounts.google.com/o/oauth2/v2/auth?client_id=1&response_type=code'
const good = {
  instantly: { username: 'jane@acme.com', password: ' p ', workspace: 'Acme', workspaceId: '7', apiKey: 'k' },
  smartlead: {
    username: 'jane@acme.com',
    password: 'p',
    apiKey: 'k',
    oauthLink: consent,
    googleOauthLink: googleLink,
  },
  bison: {
    url: 'https://send.acme.com',
    username: 'jane@acme.com',
    password: 'p',
    workspace: 'Acme',
    workspaceId: '7',
    apiKey: 'k',
    appId: 'app',
  },
  other: {},
}
type Tool = keyof typeof good
const places = [entra, google, premium, reinstate('azure'), reinstate('google'), reinstate('azure', 'google')]

const messages = (tool: Tool, values: object, place: ToolPlace) =>
  toolProblems(tool, { ...values }, place).map((problem) => problem.message)

describe('with an order', () => {
  test.each<[Tool, object, ToolPlace, string]>([
    ['instantly', { username: '' }, entra, 'Please fill in all Instantly credentials'],
    ['instantly', { password: '' }, google, 'Please fill in all Instantly credentials'],
    ['instantly', { workspace: ' ' }, premium, 'Please fill in all Instantly credentials'],
    ['instantly', { username: 'jane' }, entra, 'Please enter a valid email address for Instantly username'],
    ['instantly', { apiKey: '' }, entra, 'Please enter your Instantly API key'],
    ['smartlead', { apiKey: '' }, entra, 'Please enter your Smartlead API key'],
    ['smartlead', { username: '' }, google, 'Please fill in all Smartlead credentials'],
    ['smartlead', { password: '' }, premium, 'Please fill in all Smartlead credentials'],
    ['smartlead', { username: 'jane' }, premium, 'Please enter a valid email address for Smartlead username'],
    ['smartlead', { oauthLink: '' }, entra, 'Please enter your Smartlead OAuth link'],
    [
      'smartlead',
      { oauthLink: 'https://example.com/oauth2/authorize?client_id=1&response_type=code' },
      premium,
      'The Smartlead OAuth link format is invalid. It should start with https://login.microsoftonline.com',
    ],
    ['bison', { username: '' }, entra, 'Please fill in all Bison credentials'],
    ['bison', { password: '', workspace: '' }, entra, 'Please fill in all Bison credentials'],
    ['bison', { username: 'jane' }, entra, 'Please enter a valid email address for Bison username'],
    ['bison', { url: '' }, entra, 'Please enter a Bison URL'],
    ['bison', { url: 'nonsense' }, entra, 'Please enter a valid Bison URL'],
    ['bison', { apiKey: '' }, entra, 'Please enter your Bison global API key'],
    ['bison', { appId: '' }, google, 'Bison App ID is required for Google domains'],
    ['bison', { appId: '' }, premium, 'Bison App ID is required for Google domains'],
  ])('%s with %j is refused (%j) with %j', (tool, values, place, message) => {
    expect(messages(tool, { ...good[tool], ...values }, place)).toEqual([message])
  })

  test('a plan asks only for what its platforms need', () => {
    const names = (tool: Tool, place: ToolPlace) => fieldsFor(tool, place).map((field) => field.name)
    expect(names('smartlead', entra)).toEqual(['apiKey', 'oauthLink'])
    expect(names('smartlead', google)).toEqual(['username', 'password', 'apiKey', 'googleOauthLink'])
    expect(names('smartlead', premium)).toEqual([
      'username',
      'password',
      'apiKey',
      'oauthLink',
      'googleOauthLink',
    ])
    expect(names('bison', entra)).not.toContain('appId')
    expect(messages('smartlead', { apiKey: 'k', oauthLink: consent }, entra)).toEqual([])
    expect(messages('smartlead', { ...good.smartlead, oauthLink: '' }, google)).toEqual([])
  })

  test('problems are told in order, each field once', () => {
    expect(messages('bison', { username: 'jane' }, premium)).toEqual([
      'Please fill in all Bison credentials',
      'Please enter a valid email address for Bison username',
      'Please enter a Bison URL',
      'Please enter your Bison global API key',
      'Bison App ID is required for Google domains',
    ])
    expect(toolProblems('instantly', {}, entra)[0]).toMatchObject({
      code: 'missing',
      fields: ['username', 'password', 'workspace'],
    })
  })
})

describe('when reinstating', () => {
  test.each<[Tool, object, string]>([
    ['bison', { url: '' }, 'Email Bison URL is required'],
    [
      'bison',
      { url: 'nonsense' },
      'Email Bison URL must be a valid domain (e.g., example.com) or complete URL (e.g., https://example.com)',
    ],
    ['bison', { username: '' }, 'Email Bison username is required'],
    ['bison', { password: '' }, 'Email Bison password is required'],
    ['bison', { workspace: '' }, 'Email Bison workspace is required'],
    ['bison', { apiKey: '' }, 'Email Bison API key is required'],
    ['bison', { appId: '' }, 'Bison App ID is required for Google domains'],
    ['instantly', { username: '' }, 'Instantly username is required'],
    ['instantly', { password: '' }, 'Instantly password is required'],
    ['instantly', { workspace: '' }, 'Instantly workspace is required'],
    ['smartlead', { username: '' }, 'Smartlead username is required'],
    ['smartlead', { password: '' }, 'Smartlead password is required'],
    ['smartlead', { apiKey: '' }, 'Smartlead API key is required'],
    ['smartlead', { oauthLink: '' }, 'Smartlead inbox addition URL is required'],
  ])('%s with %j is refused with %j', (tool, values, message) => {
    expect(messages(tool, { ...good[tool], ...values }, reinstate('azure', 'google'))).toEqual([message])
  })

  test('the App ID is asked for with Google domains only, and an Instantly key never', () => {
    expect(messages('bison', { ...good.bison, appId: '' }, reinstate('azure'))).toEqual([])
    expect(messages('instantly', { ...good.instantly, apiKey: '' }, reinstate('google'))).toEqual([])
  })

  test('two fields have names of their own', () => {
    const labels = fieldsOf('bison').map((field) => labelFor(field, 'reinstate'))
    expect(labels).toEqual([
      'URL',
      'Username',
      'Password',
      'Workspace',
      'Workspace ID',
      'API Key (super-admin)',
      'Bison App ID',
    ])
  })
})

test('every message about a value is said somewhere', () => {
  const said = new Set(
    places.flatMap((place) =>
      sendingToolIds.flatMap((tool) => {
        const broken = Object.keys(good[tool]).flatMap((field) => [
          { ...good[tool], [field]: '' },
          { ...good[tool], [field]: 'nonsense' },
        ])
        return broken.flatMap((values) => messages(tool, values, place))
      }),
    ),
  )
  const { noTool, ...rest } = toolCredentialMessages
  expect([...said].toSorted()).toEqual([...new Set(Object.values(rest))].toSorted())
})

test.each(places)('complete values pass, without what was not asked for: %j', (place) => {
  for (const tool of sendingToolIds) {
    const outcome = checkToolCredentials(tool, good[tool], place)
    const asked = new Set(fieldsFor(tool, place).map((field) => field.name))
    expect(outcome).toEqual({
      ok: true,
      value: Object.fromEntries(
        Object.entries(good[tool]).map(([name, value]) => [name, asked.has(name) ? value : '']),
      ),
    })
  }
})

test.each([
  [googleLink, true],
  ['', true],
  ['https://app.smartlead.ai/connect?x=1', true],
  ['https://auth.intellioauth.com/google', true],
  ['https://accounts.google.com.evil.example/o/oauth2', false],
  ['https://accounts.google.com@evil.example/', false],
  ['https://notsmartlead.ai/', false],
  ['http://accounts.google.com/o/oauth2', false],
  ['nonsense', false],
])('%j as the link for Google mailboxes, which may be left out: %j', (googleOauthLink, isTaken) => {
  expect(messages('smartlead', { ...good.smartlead, googleOauthLink }, premium)).toEqual(
    isTaken ? [] : [toolCredentialMessages.smartleadGoogleLink],
  )
})

test('a secret that is stored already need not be typed again, but a new one is checked', () => {
  const stored = ['password', 'apiKey', 'oauthLink']
  const typed = { username: 'jane@acme.com' }
  expect(toolProblems('smartlead', typed, { ...premium, stored })).toEqual([])
  expect(toolProblems('smartlead', { ...typed, oauthLink: 'x' }, { ...premium, stored })).toHaveLength(1)
})

describe('a Bison address', () => {
  test.each([
    ['send.acme.com', 'https://send.acme.com'],
    [' https://Send.Acme.com/api/workspaces?x=1 ', 'https://send.acme.com'],
    ['http://127.0.0.1:3002/login', 'http://127.0.0.1:3002'],
    ['acme', undefined],
    ['https://jane:p@send.acme.com', undefined],
    ['ftp://send.acme.com', undefined],
    ['', undefined],
  ])('%j is cut to %j', (text, url) => {
    expect(normalizeBisonUrl(text)).toBe(url)
  })

  test('is cut once', () => {
    fc.assert(
      fc.property(fc.tuple(fc.domain(), fc.webPath()), ([host, path]) => {
        const text = `${host}${path}`
        const url = normalizeBisonUrl(text)
        if (url) expect(normalizeBisonUrl(url)).toBe(url)
      }),
    )
  })
})

test.each([
  [consent, true],
  [` ${consent} `, true],
  [consent.replace('https:', 'http:'), false],
  [consent.replace('.com/', '.com.evil.example/'), false],
  [consent.replace('.com/', '.com@evil.example/'), false],
  [consent.replace('client_id', 'client'), false],
  [consent.replace('response_type=code', 'response_type=token'), false],
  [consent.replace('authorize', 'token'), false],
  [consent.replace('oauth2', 'saml'), false],
])('%j as a consent link: %j', (text, valid) => {
  expect(isMicrosoftConsentLink(text)).toBe(valid)
})

describe('secrets', () => {
  const values = fc.record({
    username: fc.string(),
    password: fc.string({ minLength: 1 }),
    workspace: fc.string(),
    apiKey: fc.string({ minLength: 1 }),
    appId: fc.string(),
  })

  test('are separated from what may be shown, and nothing is lost', () => {
    fc.assert(
      fc.property(values, (each) => {
        const { details, secrets } = separateSecrets('bison', each)
        const filled = Object.fromEntries(Object.entries(each).filter(([, value]) => value))
        expect({ ...details, ...secrets }).toEqual(filled)
        expect(Object.keys(secrets).toSorted()).toEqual(['apiKey', 'password'])
      }),
    )
  })

  test('are masked alike, however long they are', () => {
    fc.assert(
      fc.property(values, (each) => {
        const masked = maskToolValues('bison', each)
        expect([masked.password, masked.apiKey]).toEqual([secretMask, secretMask])
        expect(masked.username).toBe(each.username || undefined)
        expect(storedFields(masked).toSorted()).toEqual(['apiKey', 'password'])
      }),
    )
  })
})

describe('outside names', () => {
  test.each([
    ['bison', 'bison'],
    ['emailBison', 'bison'],
    ['email_bison', 'bison'],
    ['Email Bison', 'bison'],
    ['Instantly', 'instantly'],
    ['mailchimp', undefined],
    ['constructor', undefined],
  ])('of a tool: %j is %j', (name, tool) => {
    expect(toolOfWireName(name)).toBe(tool)
  })

  test('of its values are all read', () => {
    expect(
      readWireValues('bison', { bison_url: 'u', bison_api_key: 'k', app_id: 'a', workspace_id: 3 }),
    ).toEqual({
      url: 'u',
      apiKey: 'k',
      appId: 'a',
    })
    expect(readWireValues('smartlead', { apiKey: 'k', inboxAdditionUrl: 'l' })).toEqual({
      apiKey: 'k',
      oauthLink: 'l',
    })
  })

  test('are read back as they were written', () => {
    for (const tool of sendingToolIds)
      expect(normalizeToolValues(tool, readWireValues(tool, writeWireValues(tool, good[tool])))).toEqual(
        good[tool],
      )
  })
})

test('the schema bounds every value and knows every tool', () => {
  expect(toolCredentials.parse({ tool: 'other', values: {} })).toEqual({ tool: 'other', values: {} })
  expect(toolCredentials.parse({ tool: 'instantly', values: { username: 'j' } }).values).toEqual({
    username: 'j',
    password: '',
    workspace: '',
    workspaceId: '',
    apiKey: '',
  })
  expect(toolCredentials.safeParse({ tool: 'bison', values: { apiKey: 'k'.repeat(501) } }).success).toBe(
    false,
  )
  expect(toolCredentials.safeParse({ tool: 'mailchimp', values: {} }).success).toBe(false)
})
