import { keysOf } from '../records/keys-of.ts'
import type { Environment, Variable } from './environment.ts'
import { isLocal, isSecureOrLocal, publicUrlOf } from './public-url.ts'
import { hasDuty } from './roles.ts'
import { sandboxCredentials, sandboxPortOffsets, vendorAddresses } from './vendor-addresses.ts'

/** Credentials that decide between the real vendors and the sandbox: all of them, or none. */
const vendorCredentials = [
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'DNSIMPLE_TOKEN',
  'SMTP_URL',
] as const
/** What a real operation cannot do without, beside the credentials. */
const requiredForReal = [
  'PUBLIC_URL',
  'MAIL_FROM',
  'REGISTRANT_ID',
  'SUPPORT_EMAIL',
  'OPERATOR_EMAIL',
] as const

/** Some credentials of real vendors are set: they are meant, unless SANDBOX says otherwise. */
export const namesRealVendors = (values: Environment): boolean =>
  vendorCredentials.some((name) => values[name] !== undefined)

interface Circumstances {
  sandboxOn: boolean
  sandboxPort: number
  /** Set, but with a mistake that has been told: that they were missing would be a false line. */
  mistaken: ReadonlySet<Variable>
}

/** Why this configuration does not allow a start, a sentence each; none when it does. */
export const startRefusals = (
  values: Environment,
  { sandboxOn, sandboxPort, mistaken }: Circumstances,
): string[] => [
  ...(sandboxOn ? problemsBesideSandbox(values, sandboxPort) : problemsWithoutSandbox(values, sandboxPort)),
  ...problemsAnywhere(values, mistaken),
]

const listed = (names: readonly string[]) => new Intl.ListFormat('en').format(names)

function problemsBesideSandbox(values: Environment, sandboxPort: number): string[] {
  const problems: string[] = []
  if (/^[sr]k_live_/.test(values.STRIPE_SECRET_KEY ?? '')) {
    problems.push(
      'STRIPE_SECRET_KEY is a live key, and SANDBOX=on: live payments never meet sandbox vendors.',
    )
  }
  for (const name of keysOf(vendorAddresses)) {
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
      `SANDBOX_PORT must be at most 65531, since the sandbox opens 5 ports (it is ${sandboxPort}).`,
    )
  }
  const publicUrl = publicUrlOf(values)
  const reachable = reachableBy(values)
  if (reachable && !values.SANDBOX_PUBLIC) {
    problems.push(
      `${reachable} lets others reach a product beside the sandbox, where nothing is really paid and demo accounts have passwords that everybody knows. Leave it at this machine, or set SANDBOX_PUBLIC=on.`,
    )
  } else if (!isSecureOrLocal(publicUrl)) {
    problems.push(
      `PUBLIC_URL must begin with https://, or be http://localhost: browsers keep sign-ins only there (it is "${publicUrl}").`,
    )
  }
  return problems
}

/** The setting by which others than this machine reach the product, as a person has written it. */
function reachableBy({ HOST, PUBLIC_URL }: Environment): string | undefined {
  if (!isLocal(HOST)) return `HOST=${HOST}`
  if (PUBLIC_URL && !isLocal(new URL(PUBLIC_URL).hostname)) return `PUBLIC_URL=${PUBLIC_URL}`
  return undefined
}

function problemsWithoutSandbox(values: Environment, sandboxPort: number): string[] {
  const problems: string[] = []
  const given = vendorCredentials.filter((name) => values[name] !== undefined)
  const missing = vendorCredentials.filter((name) => values[name] === undefined)
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
  for (const name of keysOf(sandboxCredentials)) {
    if (values[name] === sandboxCredentials[name]) {
      problems.push(`${name} is the sandbox's own value, which everybody knows; set the real one.`)
    }
  }
  problems.push(...problemsOfStripe(values), ...problemsOfMail(values.SMTP_URL))
  if (values.SANDBOX_PUBLIC) problems.push('SANDBOX_PUBLIC=on means nothing outside the sandbox; unset it.')
  if (values.PUBLIC_URL && !values.PUBLIC_URL.startsWith('https:')) {
    problems.push(`PUBLIC_URL must begin with https:// outside the sandbox (it is "${values.PUBLIC_URL}").`)
  }
  for (const name of keysOf(vendorAddresses)) {
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

/** Stripe's own have 32 characters after the prefix; anyone who guesses one can say that an order is paid. */
const shortestWebhookSecret = 'whsec_'.length + 24

function problemsOfStripe({
  STRIPE_SECRET_KEY: key,
  STRIPE_WEBHOOK_SECRET: webhookSecret,
  STRIPE_TEST_MODE: isRehearsal,
}: Environment): string[] {
  const problems: string[] = []
  const isSandboxs = (name: keyof typeof sandboxCredentials, value?: string) =>
    value === undefined || value === sandboxCredentials[name]
  if (!isSandboxs('STRIPE_SECRET_KEY', key)) {
    const isTest = /^[sr]k_test_/.test(key ?? '')
    if (isTest && !isRehearsal) {
      problems.push(
        'STRIPE_SECRET_KEY is a test key: orders would be delivered that nobody pays for. Set the live key, or STRIPE_TEST_MODE=on for a rehearsal.',
      )
    } else if (!isTest && isRehearsal) {
      problems.push('STRIPE_TEST_MODE=on, but STRIPE_SECRET_KEY is no test key; change one of the two.')
    }
  }
  if (
    !isSandboxs('STRIPE_WEBHOOK_SECRET', webhookSecret) &&
    (webhookSecret ?? '').length < shortestWebhookSecret
  ) {
    problems.push(
      'STRIPE_WEBHOOK_SECRET is too short to be a signing secret of Stripe: anyone who guesses it can say that orders are paid. Copy the whole of it.',
    )
  }
  return problems
}

/** Mails carry passwords of mailboxes: they never leave this machine unencrypted. */
function problemsOfMail(smtpUrl: string | undefined): string[] {
  if (!smtpUrl) return []
  const { protocol, hostname, searchParams } = new URL(smtpUrl)
  const parameters = [...searchParams]
  if (parameters.some(([name, value]) => name !== 'requireTLS' || value !== 'true')) {
    return [
      'SMTP_URL may have no other parameter than requireTLS=true: the others change how it is encrypted or logged.',
    ]
  }
  if (protocol === 'smtps:' || isLocal(hostname) || parameters.length > 0) return []
  return [
    'SMTP_URL leads to another machine without TLS, and mails carry passwords. Begin it with smtps://, or end it with ?requireTLS=true for a server that upgrades (STARTTLS, often port 587).',
  ]
}

function problemsAnywhere(values: Environment, mistaken: ReadonlySet<Variable>): string[] {
  const problems: string[] = []
  if (values.DATABASE_URL && !values.SECRETS_KEYS && !mistaken.has('SECRETS_KEYS')) {
    problems.push(
      'SECRETS_KEYS must be set together with DATABASE_URL, as id:key; make a key with: openssl rand -base64 32.',
    )
  }
  if (values.DATABASE_DIRECT_URL && !values.DATABASE_URL && !mistaken.has('DATABASE_URL')) {
    problems.push(
      'DATABASE_DIRECT_URL leads past a pooler and needs DATABASE_URL, which leads to it. Without a pooler set DATABASE_URL alone.',
    )
  }
  if (!values.DATABASE_URL && !mistaken.has('DATABASE_URL') && values.ROLE !== 'all') {
    problems.push(`ROLE=${values.ROLE} needs DATABASE_URL: the embedded database serves one process.`)
  }
  if (
    values.PUBLIC_URL?.startsWith('https:') &&
    values.TRUST_PROXY === false &&
    hasDuty(values.ROLE, 'web')
  ) {
    problems.push(
      'TRUST_PROXY must be set with a PUBLIC_URL of https: only a proxy in front speaks TLS, and every limit per address would count the proxy. Set it to the number of proxies, or to their addresses.',
    )
  }
  if (values.DMARC_SMTP_PORT && !values.DMARC_HOST && !mistaken.has('DMARC_HOST'))
    problems.push('DMARC_SMTP_PORT needs DMARC_HOST, which says whose reports are taken there.')
  for (const other of ['PORT', 'METRICS_PORT'] as const)
    if (values.DMARC_SMTP_PORT !== undefined && values.DMARC_SMTP_PORT === values[other])
      problems.push(`DMARC_SMTP_PORT must be another port than ${other}.`)
  if (values.BANNER_CODE && !values.BANNER_TEXT) problems.push('BANNER_CODE needs BANNER_TEXT.')
  if (!values.TESTIMONIAL_QUOTE !== !values.TESTIMONIAL_NAME) {
    problems.push('TESTIMONIAL_QUOTE and TESTIMONIAL_NAME must be set together.')
  }
  return problems
}
