import { join, resolve } from 'node:path'
import { type Environment, readEnvironment, type Variable } from './environment.ts'
import { readOrCreateSecretsKey } from './secrets-key-file.ts'
import {
  olderRegistrarNameServers,
  rdapOverrides,
  registrarNameServers,
  sandboxCredentials,
  sandboxPortOffsets,
  type VendorAddress,
  vendorAddresses,
} from './vendor-addresses.ts'

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

/** Credentials that decide between the real vendors and the sandbox: all of them, or none. */
const credentials = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'DNSIMPLE_TOKEN', 'SMTP_URL'] as const
/** What a real operation cannot do without, beside the credentials. */
const requiredForReal = [
  'PUBLIC_URL',
  'MAIL_FROM',
  'REGISTRANT_ID',
  'SUPPORT_EMAIL',
  'OPERATOR_EMAIL',
] as const

/**
 * The environment, parsed once. Creates the key file of the embedded database when there is none; otherwise
 * touches nothing.
 * @throws ConfigError with every problem at once
 */
export function loadConfig(env: Readonly<Record<string, string | undefined>> = process.env) {
  const { values, problems } = readEnvironment(env)
  const given = credentials.filter((name) => values[name] !== undefined)
  const sandboxOn = values.SANDBOX ?? given.length === 0
  const sandbox = {
    port: values.SANDBOX_PORT ?? values.PORT + 1,
    latencyMs: values.SANDBOX_LATENCY_MS,
    delaysScale: values.SANDBOX_DELAYS_SCALE,
  }
  problems.push(
    ...(sandboxOn
      ? problemsBesideSandbox(values, sandbox.port)
      : problemsWithoutSandbox(values, sandbox.port)),
    ...problemsAnywhere(values),
  )
  if (problems.length > 0) throw new ConfigError(problems)

  const publicUrl = publicUrlOf(values)
  const dataDir = resolve(values.DATA_DIR)
  return {
    host: values.HOST,
    /** Where measurements are read; nowhere unless set. */
    metricsPort: values.METRICS_PORT,
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
    databasePoolSize: values.DATABASE_POOL_SIZE,
    /** Never empty; the first one writes. */
    secretsKeys: values.SECRETS_KEYS ?? [readOrCreateSecretsKey(dataDir)],

    /** Undefined when the vendors are the real ones. */
    sandbox: sandboxOn ? { ...sandbox, consoleUrl: `http://127.0.0.1:${sandbox.port}` } : undefined,
    /** Demo customers and their orders are kept in place. */
    demo: values.DEMO ?? sandboxOn,
    /** Multiplies the vendors' limits, in the product and the sandbox alike. */
    limitsScale: values.LIMITS_SCALE,
    /** Domains that begin to be taken down in an hour, at most. */
    retirePerHour: values.RETIRE_PER_HOUR,
    /** Seconds that a worker keeps a domain without a sign of life. */
    leaseSeconds: values.LEASE_SECONDS,

    productName: values.PRODUCT_NAME,
    supportEmail: values.SUPPORT_EMAIL ?? 'support@inboxyard.test',
    operatorEmail: values.OPERATOR_EMAIL ?? 'operator@inboxyard.test',
    helpUrl: values.HELP_URL,
    banner: bannerOf(values, sandboxOn),
    testimonial: testimonialOf(values),

    plansEnabled: values.PLANS_ENABLED,
    /** Cents per order before the current price; shown struck through. */
    originalPrices: values.ORIGINAL_PRICES,
    purchasableTlds: values.PURCHASABLE_TLDS,
    /** Shown to customers who bring their own domains. */
    nameServers: values.NAME_SERVERS,
    /** A delegation to any of these counts as pointing here. */
    acceptedNameServers: [
      ...new Set([...values.NAME_SERVERS, ...registrarNameServers, ...olderRegistrarNameServers]),
    ],

    vendors: vendorsOf(values, sandboxOn ? sandbox.port : undefined),
  }
}

/** Addresses and credentials of all third parties: the sandbox's when it has a port, else the real ones. */
function vendorsOf(values: Environment, sandboxPort: number | undefined) {
  const base = `http://127.0.0.1:${sandboxPort}`
  const inSandbox = sandboxPort !== undefined
  const at = (name: VendorAddress) =>
    values[name] ?? (inSandbox ? base + vendorAddresses[name].sandbox : vendorAddresses[name].real)
  const secret = (name: keyof typeof sandboxCredentials) =>
    inSandbox ? sandboxCredentials[name] : (values[name] as string)
  const beside = (offset: keyof typeof sandboxPortOffsets) =>
    `127.0.0.1:${(sandboxPort ?? 0) + sandboxPortOffsets[offset]}`

  return {
    stripe: {
      baseUrl: at('STRIPE_API_URL'),
      secretKey: secret('STRIPE_SECRET_KEY'),
      webhookSecret: secret('STRIPE_WEBHOOK_SECRET'),
    },
    dnsimple: {
      baseUrl: at('DNSIMPLE_API_URL'),
      token: secret('DNSIMPLE_TOKEN'),
      /** The contact that registrations are made for. */
      registrantId: values.REGISTRANT_ID ?? 1,
    },
    rdap: {
      bootstrapUrl: at('RDAP_BOOTSTRAP_URL'),
      /** Base address by TLD, beside the bootstrap file. */
      overrides: { co: inSandbox ? base + rdapOverrides.co.sandbox : rdapOverrides.co.real } as Record<
        string,
        string
      >,
    },
    microsoft: {
      loginUrl: at('MICROSOFT_LOGIN_URL'),
      graphUrl: at('MICROSOFT_GRAPH_URL'),
      exchangeUrl: at('MICROSOFT_EXCHANGE_URL'),
      /** Off: licensed users, and DKIM switched on by a person. */
      exchangeUndocumented: values.EXCHANGE_UNDOCUMENTED,
    },
    google: {
      tokenUrl: at('GOOGLE_TOKEN_URL'),
      directoryUrl: at('GOOGLE_DIRECTORY_URL'),
      siteVerificationUrl: at('GOOGLE_SITE_VERIFICATION_URL'),
      gmailUrl: at('GOOGLE_GMAIL_URL'),
    },
    instantly: { apiUrl: at('INSTANTLY_API_URL'), appUrl: at('INSTANTLY_APP_URL') },
    smartlead: {
      apiUrl: at('SMARTLEAD_API_URL'),
      appUrl: at('SMARTLEAD_APP_URL'),
      graphqlUrl: at('SMARTLEAD_GRAPHQL_URL'),
    },
    bison: {
      /** Hosts that may be reached although their address is private. */
      allowedOrigins: values.BISON_ALLOWED_ORIGINS ?? (inSandbox ? [`http://${beside('bison')}`] : []),
    },
    smtp: {
      url: inSandbox ? `smtp://${beside('smtp')}` : (values.SMTP_URL as string),
      from: values.MAIL_FROM ?? `${values.PRODUCT_NAME} <no-reply@inboxyard.test>`,
    },
    dns: {
      /** `address:port` each; undefined: the ones of this machine. */
      servers: inSandbox ? [beside('dns')] : values.DNS_SERVERS,
    },
  }
}

const listed = (names: readonly string[]) => new Intl.ListFormat('en').format(names)

function problemsBesideSandbox(values: Environment, sandboxPort: number): string[] {
  const problems: string[] = []
  if (/^[sr]k_live_/.test(values.STRIPE_SECRET_KEY ?? '')) {
    problems.push(
      'STRIPE_SECRET_KEY is a live key, and SANDBOX=on: live payments never meet sandbox vendors.',
    )
  }
  for (const name of Object.keys(vendorAddresses) as VendorAddress[]) {
    const url = values[name]
    if (url && new URL(url).host === new URL(vendorAddresses[name].real).host) {
      problems.push(`${name} is the real vendor's address, and SANDBOX=on; unset one of the two.`)
    }
  }
  const last = sandboxPort + Math.max(...Object.values(sandboxPortOffsets))
  if (values.PORT >= sandboxPort && values.PORT <= last) {
    problems.push(
      `PORT ${values.PORT} is one of the sandbox's (${sandboxPort} to ${last}); set SANDBOX_PORT elsewhere.`,
    )
  } else if (last > 65_535) {
    problems.push(
      `SANDBOX_PORT must be at most 65532, since the sandbox opens 4 ports (it is ${sandboxPort}).`,
    )
  }
  const publicUrl = publicUrlOf(values)
  if (!isSecureOrLocal(publicUrl)) {
    problems.push(
      `PUBLIC_URL must begin with https://, or be http://localhost: browsers keep sign-ins only there (it is "${publicUrl}").`,
    )
  }
  return problems
}

function problemsWithoutSandbox(values: Environment, sandboxPort: number): string[] {
  const problems: string[] = []
  const given = credentials.filter((name) => values[name] !== undefined)
  const missing = credentials.filter((name) => values[name] === undefined)
  if (missing.length > 0) {
    const meant =
      values.SANDBOX === false ? 'SANDBOX=off means real vendors' : `${listed(given)} set means real vendors`
    problems.push(
      `${meant}, but ${listed(missing)} ${missing.length > 1 ? 'are' : 'is'} missing. Set all of them, or SANDBOX=on to use none.`,
    )
  }
  const incomplete = requiredForReal.filter((name) => values[name] === undefined)
  if (incomplete.length > 0) {
    problems.push(`Outside the sandbox ${listed(incomplete)} must be set as well.`)
  }
  for (const name of Object.keys(sandboxCredentials) as (keyof typeof sandboxCredentials)[]) {
    if (values[name] === sandboxCredentials[name]) {
      problems.push(`${name} is the sandbox's own value, which everybody knows; set the real one.`)
    }
  }
  if (values.PUBLIC_URL && !values.PUBLIC_URL.startsWith('https:')) {
    problems.push(`PUBLIC_URL must begin with https:// outside the sandbox (it is "${values.PUBLIC_URL}").`)
  }
  for (const name of Object.keys(vendorAddresses) as VendorAddress[]) {
    const url = values[name] && new URL(values[name])
    if (url && (url.protocol !== 'https:' || isLocal(url.hostname))) {
      problems.push(`${name} is not a vendor's address but a sandbox's (it is "${values[name]}").`)
    }
  }
  const ofSandbox = (name: Variable, value: string, port: number) => {
    if (URL.canParse(value) && isLocal(new URL(value).hostname) && new URL(value).port === String(port)) {
      problems.push(`${name} leads to the sandbox's port ${port}; set the real one.`)
    }
  }
  ofSandbox('SMTP_URL', values.SMTP_URL ?? '', sandboxPort + sandboxPortOffsets.smtp)
  for (const server of values.DNS_SERVERS ?? []) {
    ofSandbox('DNS_SERVERS', `dns://${server}`, sandboxPort + sandboxPortOffsets.dns)
  }
  if (values.DEMO)
    problems.push('DEMO=on needs the sandbox: demo accounts have passwords that everybody knows.')
  return problems
}

function problemsAnywhere(values: Environment): string[] {
  const problems: string[] = []
  if (values.DATABASE_URL && !values.SECRETS_KEYS) {
    problems.push(
      'SECRETS_KEYS must be set together with DATABASE_URL, as id:key; make a key with: openssl rand -base64 32.',
    )
  }
  if (!values.DATABASE_URL && values.ROLE !== 'all') {
    problems.push(`ROLE=${values.ROLE} needs DATABASE_URL: the embedded database serves one process.`)
  }
  if (values.BANNER_CODE && !values.BANNER_TEXT) problems.push('BANNER_CODE needs BANNER_TEXT.')
  if (!values.TESTIMONIAL_QUOTE !== !values.TESTIMONIAL_NAME) {
    problems.push('TESTIMONIAL_QUOTE and TESTIMONIAL_NAME must be set together.')
  }
  return problems
}

function bannerOf(values: Environment, sandboxOn: boolean) {
  const version = values.BANNER_VERSION
  if (values.BANNER_TEXT) return { version, text: values.BANNER_TEXT, code: values.BANNER_CODE }
  if (!sandboxOn) return undefined
  /** The promotion that the sandbox's Stripe knows. */
  const code = 'LAUNCH60'
  return {
    version,
    code,
    text: `Limited time: 60% off Entra orders for the first month and 60% off domains with code ${code}`,
  }
}

function testimonialOf(values: Environment) {
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
    /** Shown as a sample: nobody said this. */
    sample: true,
  }
}

const publicUrlOf = (values: Environment) =>
  values.PUBLIC_URL ?? `http://${browsableHost(values.HOST)}:${values.PORT}`

/** The host to write into a link when the server listens on every address of the machine. */
function browsableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::' || host === '127.0.0.1' || host === '::1') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

const localNames = ['localhost', '127.0.0.1', '[::1]']
const isLocal = (hostname: string) => localNames.includes(hostname) || /^127\./.test(hostname)
const isSecureOrLocal = (url: string) =>
  url.startsWith('https:') || localNames.includes(new URL(url).hostname)

function spellingsOf(publicUrl: string): string[] {
  const { protocol, hostname, port, origin } = new URL(publicUrl)
  if (protocol === 'https:' || !localNames.includes(hostname)) return [origin]
  return localNames.map((name) => `${protocol}//${name}${port && `:${port}`}`)
}
