import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { checkoutMessages, missingItems } from '#shared/checkout-validation.ts'
import { companyNameMessages } from '#shared/company-name.ts'
import { domainEntryMessages, domainLineReasons, domainSearchMessages } from '#shared/domain-entry.ts'
import { domainNameMessages } from '#shared/domain-name.ts'
import { forwardingUrlMessages } from '#shared/forwarding-url.ts'
import { orderDraftMessages, settingsMessages } from '#shared/order-draft.ts'
import { paymentOutcomeMessages } from '#shared/payment-outcome.ts'
import { personNameMessages } from '#shared/person-name.ts'
import { promotionMessages } from '#shared/pricing.ts'
import { profilePictureLinkMessages } from '#shared/profile-picture-link.ts'
import { toolCredentialMessages } from '#shared/tool-credentials.ts'
import { bisonLookupMessages, instantlyLookupMessages } from '#shared/workspace-lookup.ts'

/** Every table whose messages an order can meet. */
const tables = {
  domainNameMessages,
  domainEntryMessages,
  domainLineReasons,
  domainSearchMessages,
  orderDraftMessages,
  settingsMessages,
  forwardingUrlMessages,
  companyNameMessages,
  toolCredentialMessages,
  bisonLookupMessages,
  instantlyLookupMessages,
  personNameMessages,
  profilePictureLinkMessages,
  checkoutMessages,
  missingItems,
  promotionMessages,
  paymentOutcomeMessages,
} as const

/** Messages of these tables that ordering never shows, and why. */
const elsewhere: Record<string, string> = {
  'domainNameMessages.purchaseFormat': 'replacing a domain',
  'domainNameMessages.ownReplacementFormat': 'replacing a domain',
  'domainLineReasons.otherPlatform': 'no plan with own domains has two platforms',
  'forwardingUrlMessages.updateMissing': 'changing a forwarding',
  'forwardingUrlMessages.bulkUpdateMissing': 'changing forwardings',
  'forwardingUrlMessages.reinstateMissing': 'reinstating',
  'companyNameMessages.reinstateMissing': 'reinstating',
  'toolCredentialMessages.noTool': 'reinstating; an order begins with a tool chosen',
  'personNameMessages.reinstateLetters': 'reinstating',
  'personNameMessages.ordersGoogleLimit': 'changing usernames',
  'paymentOutcomeMessages.succeeded': 'the dashboard',
}
const isElsewhere = (key: string) => key in elsewhere || key.startsWith('toolCredentialMessages.reinstate')

export interface MessageCoverage {
  /** Each message with the tests that provoke it. */
  provoked: { key: string; message: string; tests: string[] }[]
  /** Messages that no test provokes. */
  gaps: string[]
  /** Reasons given for messages that a test provokes all the same, or that are gone. */
  stale: string[]
}

/** Which test of ordering provokes which message, read from the tests themselves. */
export function messageCoverage(): MessageCoverage {
  const folder = new URL('../', import.meta.url)
  const testsOf = new Map<string, Set<string>>()
  for (const file of readdirSync(folder).filter((name) => /^ordering-.*\.spec\.ts$/.test(name))) {
    for (const { title, source } of testsIn(readFileSync(new URL(file, folder), 'utf8'))) {
      for (const [, table, name] of source.matchAll(/\b(\w+(?:Messages|Reasons|Items))\.(\w+)/g)) {
        const key = `${table}.${name}`
        testsOf.set(key, (testsOf.get(key) ?? new Set()).add(`${file}: ${title}`))
      }
    }
  }
  const all = Object.entries(tables).flatMap(([table, messages]) =>
    Object.entries(messages).map(([name, message]) => ({
      key: `${table}.${name}`,
      message: String(message),
    })),
  )
  const provoked = all
    .filter(({ key }) => !isElsewhere(key))
    .map((each) => ({ ...each, tests: [...(testsOf.get(each.key) ?? [])] }))
  return {
    provoked,
    gaps: provoked.filter(({ tests }) => tests.length === 0).map(({ key }) => key),
    stale: Object.keys(elsewhere).filter((key) => testsOf.has(key) || !all.some((each) => each.key === key)),
  }
}

/** The tests of a file: from each one's title to the next one's. */
function testsIn(source: string): { title: string; source: string }[] {
  const starts = [...source.matchAll(/\btest\(\s*(['"`])(.+?)\1,/gs)]
  return starts.map((start, index) => ({
    title: start[2] ?? '',
    source: source.slice(start.index, starts[index + 1]?.index),
  }))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { provoked, gaps, stale } = messageCoverage()
  for (const { key, message, tests } of provoked)
    console.log(`${key}  ${JSON.stringify(message)}\n    ${tests.join('\n    ') || 'NO TEST'}`)
  for (const key of stale) console.log(`${key} is listed as shown elsewhere, wrongly`)
  console.log(`${provoked.length} messages, ${gaps.length} without a test`)
  process.exitCode = gaps.length + stale.length > 0 ? 1 : 0
}
