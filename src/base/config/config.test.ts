import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  firstPriceList,
  originalPrices,
  pricesOf,
  soldPlans,
  soldTlds,
} from '#features/plans/rules/price-list.ts'
import { secretsKeyFile } from '../secrets/data-directory.ts'
import { ConfigError, loadConfig } from './config.ts'
import { vendorAddresses } from './vendor-addresses.ts'

type Env = Record<string, string>

const secretsKeys = 'first:N2QZm6cZ1mM0i0oQ6o3vYdX8nq3m1J5b2x7u9k4f8wA='

/** Everything a real operation needs. */
const real: Env = {
  PUBLIC_URL: 'https://inboxes.example.com',
  TRUST_PROXY: '1',
  DATABASE_URL: 'postgres://inboxyard:secret@db.internal/inboxyard',
  SECRETS_KEYS: secretsKeys,
  STRIPE_SECRET_KEY: 'sk_live_abc',
  STRIPE_WEBHOOK_SECRET: 'whsec_4vJ0pQ7mXr2Lk9TnB5yWc8HsD1fGz6Ea',
  DNSIMPLE_TOKEN: 'dnsimple_abc',
  SMTP_URL: 'smtps://user:pass@mail.example.com',
  MAIL_FROM: 'Inboxyard <hello@example.com>',
  REGISTRANT_ID: '4711',
  SUPPORT_EMAIL: 'support@example.com',
  OPERATOR_EMAIL: 'ops@example.com',
}

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'inboxyard-config-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const load = (env: Env = {}) => loadConfig({ DATA_DIR: dataDir, ...env })
function problemsOf(env: Env): readonly string[] {
  try {
    load(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}
const without = (env: Env, ...names: string[]) =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !names.includes(name)))

describe('with nothing set', () => {
  test('everything runs here, against the sandbox, with demo accounts', () => {
    const config = load()
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://localhost:3000',
      secureCookies: false,
      role: 'all',
      databaseUrl: undefined,
      sandbox: { port: 3001, consoleUrl: 'http://127.0.0.1:3001' },
      demo: true,
      brand: { productName: 'Inboxyard' },
      prices: firstPriceList,
    })
  })

  test('every vendor is the sandbox', () => {
    const { vendors } = load({ SANDBOX_PORT: '4240' })
    const { bison, smtp, dns, signInPages, ...http } = vendors
    for (const url of JSON.stringify(http).match(/https?:[^"]+/g) ?? []) {
      expect(url).toMatch(/^http:\/\/127\.0\.0\.1:4240(\/|$)/)
    }
    expect(bison.allowedOrigins).toEqual(['http://127.0.0.1:4241'])
    expect(dns.servers).toEqual(['127.0.0.1:4242'])
    expect(smtp.url).toBe('smtp://127.0.0.1:4243')
    expect(signInPages).toEqual({ microsoft: 'http://127.0.0.1:4244', google: 'http://127.0.0.1:4244' })
  })

  test('nobody but people signs mailboxes in until a browser is named', () => {
    expect(load().signInBrowser).toBeUndefined()
    expect(load({ SIGN_IN_BROWSER: process.execPath }).signInBrowser).toBe(process.execPath)
    for (const path of ['chromium', '/nowhere/chromium'])
      expect(problemsOf({ SIGN_IN_BROWSER: path })).toEqual([
        expect.stringMatching(/^SIGN_IN_BROWSER must be the whole path of Chromium/),
      ])
  })

  test('the sandbox follows the port, so that several products run side by side', () => {
    expect(load({ PORT: '4200' }).sandbox?.port).toBe(4201)
  })

  test('an empty value counts as unset', () => {
    expect(load({ PORT: '', STRIPE_SECRET_KEY: ' ', SANDBOX: '' })).toMatchObject({ port: 3000, demo: true })
  })

  test('requests may come from every spelling of this machine, and nowhere else', () => {
    expect(load().origins).toEqual(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])
    expect(load(real).origins).toEqual(['https://inboxes.example.com'])
  })
})

describe('the secrets key', () => {
  test('is made once, for the owner only, and found again', () => {
    const first = load().secretsKeys
    expect(first).toHaveLength(1)
    expect(first[0]?.key).toHaveLength(32)
    expect(statSync(secretsKeyFile(dataDir)).mode & 0o777).toBe(0o600)
    expect(load().secretsKeys).toEqual(first)
    expect(readdirSync(dataDir)).toEqual(['secrets.key'])
  })

  test('a damaged key file stops the start instead of being replaced', () => {
    writeFileSync(secretsKeyFile(dataDir), 'embedded:short\n')
    expect(() => load()).toThrow(
      `The key file ${secretsKeyFile(dataDir)} is damaged. Stored secrets cannot be read without it: restore it from a backup, or set SECRETS_KEYS to the keys they were stored with.`,
    )
  })

  test.each(['postgres', 'postgres-location'])(
    'a lost key file stops the start beside a database (%s) instead of being made again',
    (name) => {
      mkdirSync(join(dataDir, name))
      expect(() => load()).toThrow(
        `The key file ${secretsKeyFile(dataDir)} is missing. Stored secrets cannot be read without it: restore it from a backup, or set SECRETS_KEYS to the keys they were stored with.`,
      )
      expect(readdirSync(dataDir)).toEqual([name])
      expect(load({ SECRETS_KEYS: secretsKeys }).secretsKeys).toHaveLength(1)
    },
  )

  test('must be given together with DATABASE_URL', () => {
    expect(problemsOf({ DATABASE_URL: 'postgres://localhost/inboxyard' })).toEqual([
      expect.stringMatching(/^SECRETS_KEYS must be set together with DATABASE_URL/),
    ])
    expect(readdirSync(dataDir)).toEqual([])
  })

  test('several are kept in order, in base64 or hexadecimal', () => {
    const hex = Buffer.from(secretsKeys.split(':')[1] as string, 'base64').toString('hex')
    const { secretsKeys: keys } = load({ SECRETS_KEYS: `new:${hex},${secretsKeys}` })
    expect(keys.map(({ id }) => id)).toEqual(['new', 'first'])
    expect(keys[0]?.key).toEqual(keys[1]?.key)
  })

  test.each([
    ['a short key', 'a:c2hvcnQ='],
    ['no id', secretsKeys.split(':')[1] as string],
    ['a key that is not random', `a:${Buffer.alloc(32).toString('base64')}`],
    ['an id twice', `${secretsKeys},${secretsKeys}`],
  ])('%s is refused without repeating it', (_, value) => {
    const [problem, ...more] = problemsOf({ SECRETS_KEYS: value })
    expect(problem).toMatch(/^SECRETS_KEYS /)
    expect(problem).not.toContain(value)
    expect(more).toEqual([])
  })

  test('with a mistake are not said to be missing as well', () => {
    expect(problemsOf({ DATABASE_URL: 'postgres://localhost/inboxyard', SECRETS_KEYS: 'k1:short' })).toEqual([
      expect.stringMatching(/^SECRETS_KEYS must list keys/),
    ])
  })
})

test('an address of the database that is none is told in one sentence, whatever the role', () => {
  expect(problemsOf({ DATABASE_URL: 'garbage', SECRETS_KEYS: secretsKeys, ROLE: 'web' })).toEqual([
    'DATABASE_URL must be an address such as postgres://user:password@host/database.',
  ])
})

test('an address of the database may name several hosts, and one of them that is none is told', () => {
  const of = (hosts: string) => ({
    DATABASE_URL: `postgres://ada:hunter2@${hosts}`,
    SECRETS_KEYS: secretsKeys,
  })
  const two = 'one.internal:5432,two.internal:5433/inboxyard'
  expect(load({ ...of(two), DATABASE_DIRECT_URL: 'postgres://one.internal/inboxyard' })).toMatchObject({
    databaseUrl: `postgres://ada:hunter2@${two}`,
    databaseDirectUrl: 'postgres://one.internal/inboxyard',
  })
  expect(problemsOf(of('one.internal:5432,two.internal:none/inboxyard'))).toEqual([
    'DATABASE_URL must be an address such as postgres://user:password@host/database.',
  ])
  expect(problemsOf(of('one.internal,two.internal'))).toEqual([
    'DATABASE_URL must name the database after the host.',
  ])
  expect(problemsOf(of('one.internal,two.internal/inboxyard?host=/tmp'))).toEqual([
    'DATABASE_URL must name several hosts before the database alone, without host= or port= behind it.',
  ])
})

test('a way past a pooler without the way to it is told', () => {
  expect(problemsOf({ DATABASE_DIRECT_URL: 'postgres://one.internal/inboxyard' })).toEqual([
    expect.stringMatching(/^DATABASE_DIRECT_URL leads past a pooler and needs DATABASE_URL/),
  ])
})

test('a data directory that cannot be made is told in a sentence', () => {
  const file = join(dataDir, 'file')
  writeFileSync(file, '')
  expect(problemsOf({ DATA_DIR: join(file, 'data') })).toEqual([
    `DATA_DIR ${join(file, 'data')} cannot be used (ENOTDIR): it must be a folder that this account may write to.`,
  ])
})

test('a data directory where nothing can be made is told in a sentence', () => {
  expect(problemsOf({ DATA_DIR: '/proc/foo' })).toEqual([
    'DATA_DIR /proc/foo cannot be used (ENOENT): it must be a folder that this account may write to.',
  ])
})

describe('all vendors or none', () => {
  test('all credentials mean the real vendors, without demo accounts', () => {
    const config = load(real)
    expect(config.sandbox).toBeUndefined()
    expect(config.demo).toBe(false)
    expect(config.secureCookies).toBe(true)
    expect(config.vendors).toMatchObject({
      stripe: { baseUrl: vendorAddresses.STRIPE_API_URL.real, secretKey: 'sk_live_abc' },
      dnsimple: { baseUrl: 'https://api.dnsimple.com/v2', token: 'dnsimple_abc', registrantId: 4711 },
      bison: { allowedOrigins: [] },
      smtp: { url: real.SMTP_URL, from: real.MAIL_FROM },
      dns: { servers: undefined },
      signInPages: { microsoft: 'https://login.microsoftonline.com', google: 'https://accounts.google.com' },
    })
    expect(JSON.stringify(config.vendors)).not.toContain('127.0.0.1')
  })

  test('some credentials refuse to start and name what is missing', () => {
    expect(problemsOf({ STRIPE_SECRET_KEY: 'sk_test_abc', DNSIMPLE_TOKEN: 'abc' })).toContain(
      'STRIPE_SECRET_KEY and DNSIMPLE_TOKEN set means real vendors, but STRIPE_WEBHOOK_SECRET and SMTP_URL are missing. Set all of them, or SANDBOX=on to use none.',
    )
  })

  test('some credentials with SANDBOX=on use none of them', () => {
    const config = load({ STRIPE_SECRET_KEY: 'sk_test_abc', SANDBOX: 'on' })
    expect(config.sandbox).toBeDefined()
    expect(config.vendors.stripe.secretKey).toBe('sk_test_sandbox')
  })

  test('SANDBOX=off without credentials names them all', () => {
    expect(problemsOf({ SANDBOX: 'off' })).toContain(
      'SANDBOX=off means real vendors, but STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, DNSIMPLE_TOKEN, and SMTP_URL are missing. Set all of them, or SANDBOX=on to use none.',
    )
  })

  test.each(['PUBLIC_URL', 'MAIL_FROM', 'REGISTRANT_ID', 'SUPPORT_EMAIL', 'OPERATOR_EMAIL'])(
    'the real vendors need %s',
    (name) => {
      expect(problemsOf(without(real, name))).toEqual([`Outside the sandbox ${name} must be set as well.`])
    },
  )

  test.each(['sk_live_abc', 'rk_live_abc'])('a live Stripe key (%s) never runs beside the sandbox', (key) => {
    expect(problemsOf({ STRIPE_SECRET_KEY: key, SANDBOX: 'on' })).toEqual([
      expect.stringMatching(/^STRIPE_SECRET_KEY is a live key/),
    ])
  })

  test("a real vendor's address never runs beside the sandbox", () => {
    expect(problemsOf({ STRIPE_API_URL: 'https://api.stripe.com' })).toEqual([
      expect.stringMatching(/^STRIPE_API_URL is the real vendor's address/),
    ])
  })

  test.each([
    ['STRIPE_SECRET_KEY', 'sk_test_sandbox'],
    ['STRIPE_WEBHOOK_SECRET', 'whsec_sandbox'],
    ['DNSIMPLE_TOKEN', 'sandbox-token'],
  ])("the sandbox's own %s is refused outside it", (name, value) => {
    expect(problemsOf({ ...real, [name]: value })).toEqual([
      `${name} is the sandbox's own value, which everybody knows; set the real one.`,
    ])
  })

  test.each(Object.keys(vendorAddresses))('%s may not lead to a sandbox outside it', (name) => {
    expect(problemsOf({ ...real, [name]: 'http://127.0.0.1:3001/x' })).toEqual([
      `${name} is not a vendor's address but a sandbox's (it is "http://127.0.0.1:3001/x").`,
    ])
  })

  test('mail and DNS of the sandbox are refused outside it, those of this machine are not', () => {
    expect(problemsOf({ ...real, SMTP_URL: 'smtp://127.0.0.1:3004', DNS_SERVERS: '127.0.0.1:3003' })).toEqual(
      [
        "SMTP_URL leads to the sandbox's port 3004; set the real one.",
        "DNS_SERVERS leads to the sandbox's port 3003; set the real one.",
      ],
    )
    expect(problemsOf({ ...real, SMTP_URL: 'smtp://127.0.0.1:25', DNS_SERVERS: '127.0.0.53' })).toEqual([])
  })

  test('demo accounts are refused outside the sandbox', () => {
    expect(problemsOf({ ...real, DEMO: 'on' })).toEqual([expect.stringMatching(/^DEMO=on needs the sandbox/)])
  })
})

describe('the public address', () => {
  test('must be https outside the sandbox', () => {
    for (const url of ['http://inboxes.example.com', 'http://localhost:3000']) {
      expect(problemsOf({ ...real, PUBLIC_URL: url })).toEqual([
        `PUBLIC_URL must begin with https:// outside the sandbox (it is "${url}").`,
      ])
    }
  })

  test('may be plain http in the sandbox only on this machine, where browsers keep the session', () => {
    expect(problemsOf({ PUBLIC_URL: 'http://localhost:8080' })).toEqual([])
    expect(problemsOf({ PUBLIC_URL: 'http://demo.example.com' })).toHaveLength(1)
    expect(problemsOf({ HOST: '192.168.1.5', SANDBOX_PUBLIC: 'on' })).toEqual([
      expect.stringContaining('it is "http://192.168.1.5:3000"'),
    ])
    expect(load({ HOST: '0.0.0.0', SANDBOX_PUBLIC: 'on' }).publicUrl).toBe('http://localhost:3000')
  })

  test('loses its last slash and has no path', () => {
    expect(load({ ...real, PUBLIC_URL: 'https://x.example.com/' }).publicUrl).toBe('https://x.example.com')
    expect(problemsOf({ PUBLIC_URL: 'https://x.example.com/app' })).toHaveLength(1)
  })
})

describe('outside the sandbox what is unsafe is refused with a sentence', () => {
  test('https without a proxy that speaks it; a worker answers nobody', () => {
    for (const env of [without(real, 'TRUST_PROXY'), { ...real, TRUST_PROXY: 'off', ROLE: 'web' }]) {
      expect(problemsOf(env)).toEqual([
        expect.stringMatching(/^TRUST_PROXY must be set with a PUBLIC_URL of https/),
      ])
    }
    expect(problemsOf({ ...without(real, 'TRUST_PROXY'), ROLE: 'worker' })).toEqual([])
  })

  test.each(['whsec_a', 'whsec_', 'whsec_0123456789abcdef0123456'])(
    'a signing secret that can be guessed (%s)',
    (secret) => {
      const problems = problemsOf({ ...real, STRIPE_WEBHOOK_SECRET: secret })
      expect(problems).toEqual([expect.stringMatching(/^STRIPE_WEBHOOK_SECRET is too short/)])
      expect(problems[0]).not.toContain(secret)
    },
  )

  test.each(['sk_test_abc', 'rk_test_abc'])('a test key (%s), unless a rehearsal is meant', (key) => {
    expect(problemsOf({ ...real, STRIPE_SECRET_KEY: key })).toEqual([
      expect.stringMatching(/^STRIPE_SECRET_KEY is a test key.*STRIPE_TEST_MODE=on/),
    ])
    expect(load({ ...real, STRIPE_SECRET_KEY: key, STRIPE_TEST_MODE: 'on' }).isRehearsal).toBe(true)
    expect(load(real).isRehearsal).toBe(false)
  })

  test('a live key in a rehearsal', () => {
    expect(problemsOf({ ...real, STRIPE_TEST_MODE: 'on' })).toEqual([
      expect.stringMatching(/^STRIPE_TEST_MODE=on, but STRIPE_SECRET_KEY is no test key/),
    ])
  })

  test('mail to another machine without TLS, or with a setting that weakens it', () => {
    for (const url of [
      'smtp://mail.example.com',
      'smtp://user:pass@mail.example.com:587',
      'smtp://127.evil.example.com',
    ]) {
      expect(problemsOf({ ...real, SMTP_URL: url })).toEqual([
        expect.stringMatching(/^SMTP_URL leads to another machine without TLS/),
      ])
    }
    for (const parameter of ['ignoreTLS=true', 'requireTLS=false', 'tls.rejectUnauthorized=false']) {
      expect(problemsOf({ ...real, SMTP_URL: `smtps://mail.example.com?${parameter}` })).toEqual([
        expect.stringMatching(/^SMTP_URL may have no other parameter/),
      ])
    }
    for (const url of [
      'smtps://mail.example.com',
      'smtp://user:pass@mail.example.com:587?requireTLS=true',
      'smtp://localhost:25',
      'smtp://[::1]:25',
    ]) {
      expect(problemsOf({ ...real, SMTP_URL: url })).toEqual([])
    }
  })

  test.each([
    'http://169.254.169.254',
    'http://169.254.0.7:8080',
    'http://[fe80::1]',
    'http://[::ffff:a9fe:a9fe]',
    'http://[fd00:ec2::254]',
    'http://100.100.100.200',
    'http://metadata.google.internal',
    'https://METADATA.google.internal.',
  ])('an exception for %s, where a cloud hands out credentials', (origin) => {
    expect(problemsOf({ BISON_ALLOWED_ORIGINS: `https://bison.internal,${origin.toLowerCase()}` })).toEqual([
      expect.stringMatching(/^BISON_ALLOWED_ORIGINS must not list link-local or metadata addresses/),
    ])
  })

  test('exceptions for private addresses are what the list is for', () => {
    const origins = ['http://10.0.0.5:8080', 'https://bison.internal', 'http://[fd12::1]']
    expect(load({ BISON_ALLOWED_ORIGINS: origins.join() }).vendors.bison.allowedOrigins).toEqual(origins)
  })
})

describe('beside the sandbox nobody else reaches the product', () => {
  test.each<Env>([
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '192.168.1.5' },
    { HOST: '127.evil.example.com' },
    { PUBLIC_URL: 'https://demo.example.com', TRUST_PROXY: '1' },
  ])('unless that is meant: %o', (env) => {
    const [name] = Object.keys(env)
    expect(problemsOf(env)).toEqual([
      expect.stringMatching(new RegExp(`^${name}=.*lets others reach.*SANDBOX_PUBLIC=on`)),
    ])
  })

  test('and if it is, there are demo accounts only where they are asked for as well', () => {
    const env = { HOST: '0.0.0.0', SANDBOX_PUBLIC: 'on' }
    expect(load(env).demo).toBe(false)
    expect(load({ ...env, DEMO: 'on' }).demo).toBe(true)
    expect(problemsOf({ ...real, SANDBOX_PUBLIC: 'on' })).toEqual([
      expect.stringMatching(/^SANDBOX_PUBLIC=on means nothing/),
    ])
  })
})

test('measurements are answered on this machine only, unless told otherwise', () => {
  expect(load({ ...real, HOST: '0.0.0.0', METRICS_PORT: '9100' }).metricsHost).toBe('127.0.0.1')
  expect(load({ ...real, METRICS_HOST: '0.0.0.0' }).metricsHost).toBe('0.0.0.0')
})

test('mail is taken in at a port that nothing else has', () => {
  const mail = { DMARC_HOST: 'reports.example.com', DMARC_SMTP_PORT: '2525' }
  expect(load({ ...real, ...mail, METRICS_PORT: '9100' }).dmarc?.port).toBe(2_525)
  expect(problemsOf({ ...real, ...mail, PORT: '2525' })).toEqual([
    'DMARC_SMTP_PORT must be another port than PORT.',
  ])
  expect(problemsOf({ ...real, ...mail, METRICS_PORT: '2525' })).toEqual([
    'DMARC_SMTP_PORT must be another port than METRICS_PORT.',
  ])
})

describe('a bad value', () => {
  test.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['ROLE', 'boss'],
    ['SANDBOX', 'yes'],
    ['LOG_LEVEL', 'loud'],
    ['LIMITS_SCALE', '0'],
    ['SUPPORT_EMAIL', 'nobody'],
    ['PLANS_ENABLED', 'azure,gold'],
    ['PURCHASABLE_TLDS', 'com,io'],
    ['NAME_SERVERS', 'ns1.example.com'],
    ['TRUST_PROXY', 'on'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', '10.0.0.0/8,2000::/3'],
    // Every address of IPv4.
    ['TRUST_PROXY', '::ffff:0:0/96'],
    ['ORIGINAL_PRICES', 'azure:40'],
    ['HELP_URL', 'javascript:alert(1)'],
    ['MAIL_FROM', 'Inboxyard'],
    ['DNS_SERVERS', 'dns.example.com'],
  ])('of %s (%s) is a sentence that names the variable and the value', (name, value) => {
    const problems = problemsOf({ [name]: value })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(new RegExp(`^${name} .+ \\(it is "`))
    expect(problems[0]).toContain(value)
    expect(problems[0]).toMatch(/\.$/)
  })

  test('of a secret is not repeated', () => {
    const [problem] = problemsOf({ DATABASE_URL: 'mysql://user:hunter2@db/x', SECRETS_KEYS: secretsKeys })
    expect(problem).toMatch(/^DATABASE_URL must be an address such as postgres:/)
    expect(problem).not.toContain('hunter2')
  })

  test('is told together with all others', () => {
    const error = (() => {
      try {
        load({ PORT: 'x', ROLE: 'worker', STRIPE_SECRET_KEY: 'sk_live_1' })
      } catch (thrown) {
        return thrown as ConfigError
      }
    })()
    expect(error?.problems).toHaveLength(4)
    expect(error?.message).toContain('\n  - PORT must be a whole number from 1 to 65535 (it is "x").\n')
    expect(error?.message).toContain('ROLE=worker needs DATABASE_URL')
  })
})

test("the product's own ports and the sandbox's never overlap", () => {
  expect(problemsOf({ PORT: '3003', SANDBOX_PORT: '3001' })).toEqual([
    "PORT 3003 is one of the sandbox's (3001 to 3005); set SANDBOX_PORT elsewhere.",
  ])
  expect(problemsOf({ PORT: '65535' })).toHaveLength(1)
})

test('proxies are trusted by number or address', () => {
  expect(load().trustProxy).toBe(false)
  expect(load({ TRUST_PROXY: '1' }).trustProxy).toBe(1)
  expect(load({ TRUST_PROXY: '10.0.0.0/8, ::1' }).trustProxy).toEqual(['10.0.0.0/8', '::1'])
  expect(load({ TRUST_PROXY: '::ffff:10.0.0.0/104' }).trustProxy).toEqual(['::ffff:10.0.0.0/104'])
})

test('the log is a file beside the sandbox, standard output elsewhere, unless told otherwise', () => {
  expect(load().logFile).toBe(join(dataDir, 'inboxyard.log'))
  expect(load(real).logFile).toBeUndefined()
  expect(load({ ...real, LOG_FILE: '/var/log/inboxyard.log' }).logFile).toBe('/var/log/inboxyard.log')
})

test('an operator may narrow plans and TLDs, and set a price to strike through', () => {
  const values = { PLANS_ENABLED: 'azure', PURCHASABLE_TLDS: 'com, net', ORIGINAL_PRICES: 'azure=79.50' }
  const { prices } = load(values)
  expect([soldPlans(prices), soldTlds(prices)]).toEqual([['azure'], ['com', 'net']])
  expect(originalPrices(prices)).toEqual({ azure: 7950 })
  expect(pricesOf(prices)).toEqual(pricesOf(firstPriceList))
})

test('prices to strike through are taken in the form that the README gives', () => {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')
  const [, example = ''] = /`ORIGINAL_PRICES`.*`([^`]+?),?…`/.exec(readme) ?? []
  expect(example).toBe('azure:80')
  expect(originalPrices(load({ ORIGINAL_PRICES: `${example}, google:79.50` }).prices)).toEqual({
    azure: 8000,
    google: 7950,
  })
})

test('the testimonial is marked as a sample until the operator sets one', () => {
  expect(load().brand.panel.sample).toBe(true)
  expect(load({ TESTIMONIAL_QUOTE: 'Good.', TESTIMONIAL_NAME: 'Ann' }).brand.panel).toEqual({
    quote: 'Good.',
    name: 'Ann',
    role: '',
    sample: false,
  })
  expect(problemsOf({ TESTIMONIAL_QUOTE: 'Good.' })).toHaveLength(1)
})

test('the promotion banner is shown in the sandbox, and elsewhere only when the operator sets it', () => {
  expect(load().brand).toMatchObject({ banner: { code: 'LAUNCH60' }, bannerVersion: '2025-09-03-1' })
  expect(load(real).brand.banner).toBeNull()
  // The sandbox's speaks of a plan that may not be sold.
  expect(load({ PLANS_ENABLED: 'google' }).brand.banner).toBeNull()
  expect(load({ ...real, BANNER_TEXT: 'Closed on Monday' }).brand.banner).toMatchObject({ code: null })
})
