import { existsSync } from 'node:fs'
import { BlockList } from 'node:net'
import { isAbsolute } from 'node:path'
import * as z from 'zod'
import { planIds, purchasableTlds } from '#features/plans/rules/catalog.ts'
import { firstPriceList } from '#features/plans/rules/price-list.ts'
import { keysOf, mapRecord } from '../records/keys-of.ts'
import { urlPerHost } from './database-hosts.ts'
import { isMetadataHost } from './metadata-host.ts'
import { roles } from './roles.ts'
import { registrarNameServers, vendorAddresses } from './vendor-addresses.ts'

/**
 * Every environment variable: how it is read and what it is when unset. An empty value counts as unset. Messages
 * continue a sentence that begins with the variable's name.
 */

const text = (max = 500) => z.string().max(max, `must be at most ${max} characters long`)
const list = <T>(of: z.ZodType<T, string>) =>
  z
    .string()
    .transform((value) => value.split(',').map((part) => part.trim()))
    .transform((parts) => parts.filter((part) => part !== ''))
    .pipe(z.array(of))
const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((n) => n >= min && n <= max, `must be a whole number from ${min} to ${max}`)
const oneOf = <const W extends readonly [string, ...string[]]>(...words: W) =>
  z.enum(words, `must be ${new Intl.ListFormat('en', { type: 'disjunction' }).format(words)}`)
const onOff = oneOf('on', 'off').transform((value) => value === 'on')
const email = z.email('must be an e-mail address')
const hostName = z
  .string()
  .toLowerCase()
  .regex(/^([a-z0-9-]+\.)+[a-z]{2,}$/, 'must be host names with commas between them')
const webAddress = z
  .url({ protocol: /^https?$/, error: 'must be an address that begins with https:// (or http://)' })
  .transform((value) => value.replace(/(?<!\/)\/+$/, ''))
const origin = webAddress.refine(
  (value) => URL.canParse(value) && new URL(value).origin === value.toLowerCase(),
  'must be an address without a path, such as https://inboxes.example.com',
)

/** `id:key`, the key being 32 bytes as base64 or hexadecimal. */
const secretsKey = z.string().transform((value, context) => {
  const [, id, encoded = ''] = /^([a-z0-9_-]{1,20}):(.+)$/i.exec(value) ?? []
  const key = Buffer.from(encoded, /^[0-9a-f]{64}$/i.test(encoded) ? 'hex' : 'base64')
  if (id === undefined || key.length !== 32) {
    context.addIssue('must list keys as id:key, each key 32 random bytes in base64 (openssl rand -base64 32)')
    return z.NEVER
  }
  if (new Set(key).size < 12) {
    context.addIssue('holds a key that is not random; make one with: openssl rand -base64 32')
    return z.NEVER
  }
  return { id, key }
})

/** `azure:80,google:80`: dollars per order, as cents. `=` was the sign before, and is still read. */
const originalPrices = list(
  z.string().transform((value, context) => {
    const [, name, dollars] = /^(\w+)[:=](\d{1,5}(?:\.\d\d)?)$/.exec(value) ?? []
    const id = planIds.find((plan) => plan === name)
    const cents = Math.round(Number(dollars) * 100)
    if (id === undefined || !(cents > firstPriceList.plans[id].cents)) {
      context.addIssue('must list plans with a price above the current one, such as azure:80,google:80')
      return z.NEVER
    }
    return [id, cents] as const
  }),
).transform((prices) => Object.fromEntries(prices))

/**
 * No wider than the private networks are: 10.0.0.0/8 and fc00::/7. An address of IPv4 is also one of ::ffff:0:0/96, and is
 * trusted as such.
 */
function isNetwork(range: string): boolean {
  const [address = '', bits] = range.split('/')
  if (!address.includes(':')) return Number(bits) >= 8
  const network = new BlockList()
  network.addSubnet(address, Number(bits), 'ipv6')
  const firstParts = Array.from({ length: 256 }, (_, part) => part)
  const held = firstParts.filter((part) => network.check(`::ffff:${part}.0.0.0`, 'ipv6'))
  return Number(bits) >= 7 && held.length < 2
}
/** Number of proxies in front, or their addresses; never "everyone", or any client could choose its address. */
const trustedProxies = z.union(
  [
    whole(1, 10),
    list(z.union([z.ipv4(), z.ipv6(), z.cidrv4().refine(isNetwork), z.cidrv6().refine(isNetwork)])),
    z.literal('off').transform(() => false as const),
  ],
  'must be off, the number of proxies in front, or their addresses with commas between them, and no network wider than 10.0.0.0/8 or fc00::/7',
)

const addressOfOneHost = z
  .url({
    protocol: /^postgres(ql)?$/,
    error: 'must be an address such as postgres://user:password@host/database',
  })
  .refine(
    (value) => !URL.canParse(value) || new URL(value).pathname.length > 1,
    'must name the database after the host',
  )
/** Several hosts with commas between them are one database, of which one host takes writes. */
const databaseUrl = z.string().superRefine((value, context) => {
  const urls = urlPerHost(value)
  for (const url of urls) {
    const problem = addressOfOneHost.safeParse(url).error?.issues[0]?.message
    if (problem !== undefined) return void context.addIssue(problem)
  }
  const { searchParams } = new URL(urls[0] ?? value)
  if (urls.length > 1 && (searchParams.has('host') || searchParams.has('port')))
    context.addIssue('must name several hosts before the database alone, without host= or port= behind it')
})

const dnsServer = z
  .string()
  .regex(
    /^(\d{1,3}(\.\d{1,3}){3}|\[[0-9a-f:]+\])(:\d{1,5})?$/i,
    'must list IP addresses, each with :port if not 53',
  )

const address = webAddress.optional()

/** The variables that hold secrets: a message about them never repeats the value. */
const secretVariables: ReadonlySet<string> = new Set([
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'SECRETS_KEYS',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'DNSIMPLE_TOKEN',
  'SMTP_URL',
  'SPAMHAUS_DQS_KEY',
])

const variables = z.object({
  PORT: whole(1, 65_535).default(3000),
  HOST: text(255).default('127.0.0.1'),
  PUBLIC_URL: origin.optional(),
  TRUST_PROXY: trustedProxies.default(false),
  METRICS_PORT: whole(1, 65_535).optional(),
  /** Nothing guards the measurements: who is to read them from elsewhere says so. */
  METRICS_HOST: text(255).default('127.0.0.1'),
  ROLE: oneOf(...roles).default('all'),
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
  LOG_FILE: text(4_000).optional(),

  DATA_DIR: text(4_000).default('./data'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  DATABASE_POOL_SIZE: whole(2, 200).default(20),
  SECRETS_KEYS: list(secretsKey)
    .refine((keys) => new Set(keys.map(({ id }) => id)).size === keys.length, 'uses an id twice')
    .optional(),

  /** Shared mailboxes and DKIM by the call that Exchange's own shell makes, which Microsoft does not document. */
  EXCHANGE_UNDOCUMENTED: onOff.default(true),

  /** Chromium's program: with it mailboxes are signed in to sending tools by a browser of our own. */
  SIGN_IN_BROWSER: text(4_000)
    .refine(
      (path) => isAbsolute(path) && existsSync(path),
      'must be the whole path of Chromium, such as /usr/bin/chromium, and there is nothing',
    )
    .optional(),

  SANDBOX: onOff.optional(),
  /** Others can reach the sandbox's product, where everyone knows how to sign in and how to pay. */
  SANDBOX_PUBLIC: onOff.default(false),
  SANDBOX_PORT: whole(1, 65_531).optional(),
  SANDBOX_LATENCY_MS: whole(0, 60_000).default(0),
  SANDBOX_DELAYS_SCALE: z
    .string()
    .transform(Number)
    .refine((n) => n >= 0 && n <= 100, 'must be a number from 0 to 100')
    .default(1),
  LIMITS_SCALE: z
    .string()
    .transform(Number)
    .refine((n) => n > 0 && n <= 10_000, 'must be a number above 0, at most 10000')
    .default(1),
  DEMO: onOff.optional(),
  /** Domains taken down in an hour at most: a slip of the hand can be stopped before it has reached everything. */
  RETIRE_PER_HOUR: whole(1, 1_000_000).default(200),
  /** How long a worker may be silent before another one takes over the domain it works on. */
  LEASE_SECONDS: whole(2, 600).default(25),

  PRODUCT_NAME: text(40).default('Inboxyard'),
  SUPPORT_EMAIL: email.optional(),
  OPERATOR_EMAIL: email.optional(),
  HELP_URL: webAddress.optional(),
  BANNER_TEXT: text(200).optional(),
  BANNER_CODE: text(40).optional(),
  BANNER_VERSION: text(40).default('2025-09-03-1'),
  TESTIMONIAL_QUOTE: text(600).optional(),
  TESTIMONIAL_NAME: text(80).optional(),
  TESTIMONIAL_ROLE: text(120).optional(),

  PLANS_ENABLED: list(oneOf(...planIds))
    .refine((ids) => ids.length > 0, 'must name at least one plan')
    .default([...planIds]),
  ORIGINAL_PRICES: originalPrices.default({}),
  PURCHASABLE_TLDS: list(oneOf(...purchasableTlds)).default([...purchasableTlds]),
  NAME_SERVERS: list(hostName)
    .refine((hosts) => hosts.length >= 2 && hosts.length <= 13, 'must list 2 to 13 host names')
    .default([...registrarNameServers]),

  STRIPE_SECRET_KEY: text()
    .regex(/^[sr]k_/, 'must be a secret or restricted key of Stripe (sk_… or rk_…)')
    .optional(),
  STRIPE_WEBHOOK_SECRET: text()
    .regex(/^whsec_/, 'must be the signing secret of the Stripe webhook (whsec_…)')
    .optional(),
  /** Orders are paid with Stripe's test cards: a rehearsal with real vendors, in which no one pays anything. */
  STRIPE_TEST_MODE: onOff.default(false),
  DNSIMPLE_TOKEN: text().optional(),
  REGISTRANT_ID: whole(1, 999_999_999).optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an address such as smtps://user:password@mail.example.com' })
    .optional(),
  MAIL_FROM: text(320)
    .regex(/^([^<>@]+<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, 'must be an address, or Name <address>')
    .optional(),
  DNS_SERVERS: list(dnsServer).optional(),
  /** Spamhaus' Data Query Service: its public lists may not be asked by a product that sells what they say. */
  SPAMHAUS_DQS_KEY: text()
    .regex(/^[a-z0-9]{10,63}$/i, 'must be the key of Spamhaus DQS, letters and digits alone')
    .optional(),
  BLOCKLISTS: list(oneOf('surbl', 'uribl')).default([]),
  /** What stands behind the @ of the addresses that receivers send DMARC reports to; unset: nobody is asked for any. */
  DMARC_HOST: z
    .string()
    .toLowerCase()
    .regex(/^([a-z0-9-]{1,63}\.){1,8}[a-z]{2,63}$/, 'must be a host name, such as reports.example.com')
    .optional(),
  /** Where this process takes them in by SMTP; unset: another one does. */
  DMARC_SMTP_PORT: whole(1, 65_535).optional(),
  DMARC_SMTP_HOST: text(255).default('127.0.0.1'),
  BISON_ALLOWED_ORIGINS: list(
    origin.refine(
      (value) => !isMetadataHost(new URL(value).hostname),
      'must not list link-local or metadata addresses: a cloud hands out its own credentials there',
    ),
  ).optional(),

  ...mapRecord(vendorAddresses, () => address),
})

export type Environment = z.output<typeof variables>
export type Variable = keyof Environment
/** Names of all variables that are read, for the documentation's own test. */
export const variableNames = keysOf(variables.shape)

/**
 * Reads every variable on its own, so that all mistakes are told at once. A variable with a mistake is taken as
 * unset for the checks that follow.
 */
export function readEnvironment(env: Readonly<Record<string, string | undefined>>): {
  values: Environment
  problems: string[]
  /** Those with a mistake. */
  mistaken: ReadonlySet<Variable>
} {
  const problems: string[] = []
  const mistaken = new Set<Variable>()
  const sound: Record<string, string> = {}
  for (const name of variableNames) {
    const given = env[name]?.trim()
    if (!given) continue
    const result = variables.shape[name].safeParse(given)
    if (result.success) sound[name] = given
    else {
      mistaken.add(name)
      const value = secretVariables.has(name) ? '' : ` (it is "${given}")`
      problems.push(`${name} ${result.error.issues[0]?.message}${value}.`)
    }
  }
  return { values: variables.parse(sound), problems, mistaken }
}
