import { join, resolve } from 'node:path'
import { planIds, purchasableTlds } from '#features/plans/rules/catalog.ts'
import { firstPriceList, type PriceList } from '#features/plans/rules/price-list.ts'
import type { Brand } from '../brand/brand.ts'
import { errorCode } from '../error-code.ts'
import { recordOf } from '../records/keys-of.ts'
import { secretsKeyFile } from '../secrets/data-directory.ts'
import { readOrCreateSecretsKey } from '../secrets/secrets-key-file.ts'
import { type Environment, readEnvironment } from './environment.ts'
import { publicUrlOf, spellingsOf } from './public-url.ts'
import { namesRealVendors, startRefusals } from './start-refusals.ts'
import { olderRegistrarNameServers, registrarNameServers } from './vendor-addresses.ts'
import { vendorsOf } from './vendor-config.ts'

/** The brand until an owner chooses another one: what the environment says, and for the rest what the product ships with. */
const shippedBrandOf = (values: Environment, sandboxOn: boolean): Brand => ({
  productName: values.PRODUCT_NAME,
  supportEmail: values.SUPPORT_EMAIL ?? 'support@inboxyard.test',
  helpUrl: values.HELP_URL ?? null,
  banner: bannerOf(values, sandboxOn),
  bannerVersion: values.BANNER_VERSION,
  panel: panelOf(values),
  mailFooter: '',
  accent: null,
  logo: null,
  logoDark: null,
  mark: null,
})

function bannerOf(values: Environment, sandboxOn: boolean): Brand['banner'] {
  const always = { from: null, until: null }
  if (values.BANNER_TEXT) return { text: values.BANNER_TEXT, code: values.BANNER_CODE ?? null, ...always }
  // It speaks of this plan.
  if (!sandboxOn || !values.PLANS_ENABLED.includes('azure')) return null
  /** The promotion that the sandbox's Stripe knows. */
  const code = 'LAUNCH60'
  return {
    code,
    text: `Limited time: 60% off Entra orders for the first month and 60% off domains with code ${code}`,
    ...always,
  }
}

function panelOf(values: Environment): Brand['panel'] {
  if (values.TESTIMONIAL_QUOTE && values.TESTIMONIAL_NAME) {
    return {
      quote: values.TESTIMONIAL_QUOTE,
      name: values.TESTIMONIAL_NAME,
      role: values.TESTIMONIAL_ROLE ?? '',
      sample: false,
    }
  }
  return {
    quote:
      'We used to lose a week to domains, DNS and warm-up for every new client. Now we place the order before lunch and start sending when the warm-up says so.',
    name: 'Dana Whitfield',
    role: 'Head of Outbound, Northlane',
    /** Shown as a sample: no one said this. */
    sample: true,
  }
}

/** The first price list: the code's, and of what is on sale and struck through what the environment says. */
const shippedPricesOf = (values: Environment): PriceList => ({
  ...firstPriceList,
  plans: recordOf(planIds, (plan) => ({
    ...firstPriceList.plans[plan],
    originalCents: values.ORIGINAL_PRICES[plan] ?? null,
    onSale: values.PLANS_ENABLED.includes(plan),
  })),
  tlds: recordOf(purchasableTlds, (tld) => ({
    ...firstPriceList.tlds[tld],
    onSale: values.PURCHASABLE_TLDS.includes(tld),
  })),
})

/** Refusal to start. Each problem is a sentence that names the variable and says what to do. */
export class ConfigError extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(['The configuration does not allow a start:', ...problems.map((p) => `  - ${p}`)].join('\n'))
    this.name = 'ConfigError'
    this.problems = problems
  }
}

export type Config = ReturnType<typeof loadConfig>

/**
 * The environment, parsed once. Creates the key file of the embedded database when there is none; otherwise
 * touches nothing.
 * @throws ConfigError with every problem at once
 */
export function loadConfig(env: Readonly<Record<string, string | undefined>> = process.env) {
  const { values, problems, mistaken } = readEnvironment(env)
  const sandboxOn = values.SANDBOX ?? !namesRealVendors(values)
  const sandbox = {
    port: values.SANDBOX_PORT ?? values.PORT + 1,
    latencyMs: values.SANDBOX_LATENCY_MS,
    delaysScale: values.SANDBOX_DELAYS_SCALE,
  }
  problems.push(...startRefusals(values, { sandboxOn, sandboxPort: sandbox.port, mistaken }))
  if (problems.length > 0) throw new ConfigError(problems)

  const publicUrl = publicUrlOf(values)
  const dataDir = resolve(values.DATA_DIR)
  return {
    host: values.HOST,
    /** Where measurements are read; nowhere unless a port is set. */
    metricsPort: values.METRICS_PORT,
    metricsHost: values.METRICS_HOST,
    port: values.PORT,
    /** Where customers reach the product, without a slash at the end. */
    publicUrl,
    /** Origins that requests may come from: the public one and, on this machine, its other spellings. */
    origins: spellingsOf(publicUrl),
    /** Off only on this machine's own plain-http address. */
    secureCookies: publicUrl.startsWith('https:'),
    /** Fastify's `trustProxy`. */
    trustProxy: values.TRUST_PROXY,
    role: values.ROLE,
    logLevel: values.LOG_LEVEL,
    /** Undefined: standard output. Beside the sandbox the terminal stays calm. */
    logFile: values.LOG_FILE ?? (sandboxOn ? join(dataDir, 'inboxyard.log') : undefined),

    dataDir,
    /** Undefined: the product runs its own database in `dataDir`. */
    databaseUrl: values.DATABASE_URL,
    /** Past the pooler in transaction mode that `databaseUrl` leads to; undefined: it leads to the database itself. */
    databaseDirectUrl: values.DATABASE_DIRECT_URL,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    /** Never empty; the first one writes. */
    secretsKeys: values.SECRETS_KEYS ?? [keyInside(dataDir)],
    /** Undefined: they were set. */
    secretsKeyFile: values.SECRETS_KEYS ? undefined : secretsKeyFile(dataDir),

    /** Undefined when the vendors are the real ones. */
    sandbox: sandboxOn ? { ...sandbox, consoleUrl: `http://127.0.0.1:${sandbox.port}` } : undefined,
    /** Demo customers and their orders are kept in place. */
    demo: values.DEMO ?? (sandboxOn && !values.SANDBOX_PUBLIC),
    /** Real vendors, but no one pays anything. */
    isRehearsal: values.STRIPE_TEST_MODE,
    /** Multiplies the vendors' limits, in the product and the sandbox alike. */
    limitsScale: values.LIMITS_SCALE,
    /** Domains that begin to be taken down in an hour, at most. */
    retirePerHour: values.RETIRE_PER_HOUR,
    /** Seconds that a worker keeps a domain without a sign of life. */
    leaseSeconds: values.LEASE_SECONDS,

    /** Where receivers report what they saw of domains' mail; undefined: nowhere. */
    dmarc: dmarcOf(values),

    /** The browser that signs mailboxes in to sending tools; undefined: people do. */
    signInBrowser: values.SIGN_IN_BROWSER,

    operatorEmail: values.OPERATOR_EMAIL ?? 'operator@inboxyard.test',
    /** Until an owner chooses another one: who reads the present one asks `LiveBrand`. */
    brand: shippedBrandOf(values, sandboxOn),

    /** Until an owner makes another list: who reads the present one asks `LivePrices`. */
    prices: shippedPricesOf(values),
    /** Shown to customers who bring their own domains. */
    nameServers: values.NAME_SERVERS,
    /** A delegation to any of these counts as pointing here. */
    acceptedNameServers: [
      ...new Set([...values.NAME_SERVERS, ...registrarNameServers, ...olderRegistrarNameServers]),
    ],

    vendors: vendorsOf(values, sandboxOn ? sandbox.port : undefined),
  }
}

const dmarcOf = ({ DMARC_HOST: mailHost, DMARC_SMTP_PORT: port, DMARC_SMTP_HOST: host }: Environment) =>
  mailHost === undefined ? undefined : { mailHost, port, host }

function keyInside(dataDir: string) {
  try {
    return readOrCreateSecretsKey(dataDir)
  } catch (error) {
    const code = errorCode(error)
    if (!code) throw error
    throw new ConfigError([
      `DATA_DIR ${dataDir} cannot be used (${code}): it must be a folder that this account may write to.`,
    ])
  }
}
