import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { passwordMessages } from '#shared/accounts/password.ts'
import { signInMessages } from '#shared/accounts/sign-in.ts'
import { domainAvailabilityMessages } from '#shared/domains/domain-availability.ts'
import { domainEntryMessages, domainLineReasons, domainSearchMessages } from '#shared/domains/domain-entry.ts'
import { domainNameMessages } from '#shared/domains/domain-name.ts'
import { updateForwardingMessages } from '#shared/domains/forwarding/update-forwarding.ts'
import { forwardingUrlMessages } from '#shared/domains/forwarding-url.ts'
import { nestedNamesMessages } from '#shared/domains/nested-names.ts'
import { replaceDomainsMessages } from '#shared/domains/replacement/replace-request.ts'
import { paymentOutcomeMessages } from '#shared/money/payment-outcome.ts'
import { promotionMessages } from '#shared/money/pricing.ts'
import { checkoutMessages, missingItems } from '#shared/order-draft/checkout-validation.ts'
import { companyNameMessages } from '#shared/order-draft/company-name.ts'
import { orderDraftMessages, settingsMessages } from '#shared/order-draft/order-draft.ts'
import { cancelOrderMessages } from '#shared/orders/cancel-order.ts'
import { orderActionMessages } from '#shared/orders/order-actions.ts'
import { orderListTexts } from '#shared/orders/order-filters.ts'
import { personNameMessages } from '#shared/people/person-name.ts'
import { profilePictureLinkMessages } from '#shared/people/profile-picture-link.ts'
import { usernameChangesMessages } from '#shared/people/username-changes.ts'
import { reinstateMessages } from '#shared/reinstatement/reinstate-form.ts'
import { reinstateSelectionTexts } from '#shared/reinstatement/reinstate-selection.ts'
import { toolCredentialMessages } from '#shared/tools/tool-credentials.ts'
import { bisonLookupMessages, instantlyLookupMessages } from '#shared/tools/workspace-lookup.ts'

type Tables = Record<string, Readonly<Record<string, string>>>

/** A part of the product whose messages are all to be read by tests of its own. */
interface Part {
  name: string
  /** Files whose tests count: journeys by their names, component tests by their folders below `src/web`. */
  files: RegExp
  tables: Tables
  /** Messages of these tables that this part never shows, and why. */
  elsewhere: Record<string, string>
  isElsewhere?: (key: string) => boolean
}

const isReinstating = (key: string) => key.startsWith('toolCredentialMessages.reinstate')
const { nothingSelected, ...orderActionTexts } = orderActionMessages

const ordering: Part = {
  name: 'ordering',
  files:
    /^(ordering-.*\.spec\.ts|features\/(order-wizard|order-basics|payment|volume-planner)\/.*\.test\.tsx)$/,
  tables: {
    domainNameMessages,
    domainEntryMessages,
    nestedNamesMessages,
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
  },
  elsewhere: {
    'domainNameMessages.purchaseFormat': 'replacing a domain',
    'domainNameMessages.ownReplacementFormat': 'replacing a domain',
    'domainLineReasons.otherPlatform': 'no plan with own domains has two platforms',
    'forwardingUrlMessages.updateMissing': 'changing a forwarding',
    'forwardingUrlMessages.bulkUpdateMissing': 'changing forwardings',
    'forwardingUrlMessages.reinstateMissing': 'reinstating',
    'companyNameMessages.reinstateMissing': 'reinstating',
    'toolCredentialMessages.noTool': 'reinstating; an order begins with a tool chosen',
    'personNameMessages.reinstateLetters': 'reinstating',
    'personNameMessages.ordersSoloLimit': 'changing usernames',
    'paymentOutcomeMessages.succeeded': 'the dashboard',
    'promotionMessages.tooLittle': 'takes prices that nobody has from the beginning: totals.test',
    'bisonLookupMessages.otherHost': 'the calls say it: connections.test and reinstatement.test',
  },
  isElsewhere: isReinstating,
}

/** The first part of the specification: signing in, the workspace, and what is done with orders. */
const managing: Part = {
  name: 'managing',
  files:
    /^((?!ordering-|bulk-|kit|message-coverage)[^/]*\.spec\.ts|(app-shell|features\/(?!order-wizard|bulk-update)).*\.test\.tsx)$/,
  tables: {
    signInMessages,
    passwordMessages,
    /** Texts that have no table: they stand where they are shown. */
    texts: {
      network: 'Network error. Please check your connection or CORS configuration.',
      sessionExpired: 'Your session has expired. Please log in again.',
      unknown: 'An error occurred',
      signedIn: 'Login successful',
      signedOut: 'Logged out successfully',
      passwordFailed: 'Failed to change password. Please check your current password and try again.',
      passwordChanged: 'Password changed successfully',
      placed: 'Your order has been placed successfully! Your domains are now being configured.',
      paymentIssue: 'There was an issue with your payment. Please try again or contact support.',
    },
    nothingSelected,
    orderActionMessages: orderActionTexts,
    orderListTexts,
    forwardingUrlMessages,
    companyNameMessages,
    updateForwardingMessages,
    domainNameMessages,
    domainAvailabilityMessages,
    replaceDomainsMessages,
    personNameMessages,
    usernameChangesMessages,
    reinstateSelectionTexts,
    reinstateMessages,
    toolCredentialMessages,
    cancelOrderMessages,
  },
  elsewhere: {
    'replaceDomainsMessages.notTakenBack': 'it was delivered meanwhile: take-back-replacement.test',
    'replaceDomainsMessages.replacedTwice': 'no page asks for it: replace-request.test',
    'replaceDomainsMessages.mixedOptions': 'as above',
    'replaceDomainsMessages.tooMany': 'as above',
    'replaceDomainsMessages.isBeingPaid': 'its page is open elsewhere: take-back-replacement.test',
    'domainNameMessages.noTld': 'ordering',
    'domainNameMessages.ownHyphen': 'ordering',
    'domainNameMessages.ownFormat': 'ordering',
    'domainAvailabilityMessages.noSuchEnding': 'ordering',
    'domainAvailabilityMessages.toldAgain': 'ordering',
    'domainAvailabilityMessages.again': 'ordering',
    'domainAvailabilityMessages.insideHeld': 'the calls say it: own-names.test',
    'domainAvailabilityMessages.aroundHeld': 'as above: nested-names.test',
    'updateForwardingMessages.leadsThere': 'as of several, for one: leads-there-already.test',
    'domainAvailabilityMessages.tooMany': 'no page asks for so many: the call refuses them',
    'companyNameMessages.wizardMissing': 'ordering',
    'orderListTexts.noOrders': 'who has no orders is invited to place the first one instead',
    'orderListTexts.noOrdersHint': 'as above',
    'orderListTexts.noSelection': 'an order is always chosen while one is listed',
    'forwardingUrlMessages.wizardMissing': 'ordering',
    'personNameMessages.wizardSoloLimit': 'ordering',
    'updateForwardingMessages.noDomains': 'no page sends none: the call refuses it',
    'updateForwardingMessages.noBasis': 'every page says it: the call refuses what does not',
    'reinstateMessages.noTool': 'a tool is always chosen in the wizard: the call refuses none',
    'toolCredentialMessages.noTool': 'as above',
  },
  isElsewhere: (key) => key.startsWith('toolCredentialMessages.') && !isReinstating(key),
}

const parts = [ordering, managing]

export interface MessageCoverage {
  part: string
  /** Each message with the tests that provoke it. */
  provoked: { key: string; message: string; tests: string[] }[]
  /** Messages that no test provokes. */
  gaps: string[]
  /** Reasons given for messages that a test provokes all the same, or that are gone. */
  stale: string[]
}

/** Where tests are that show messages, and the names of the files there. */
const places = [
  { folder: new URL('../', import.meta.url), files: '*.spec.ts' },
  { folder: new URL('../../../src/web/', import.meta.url), files: '**/*.test.tsx' },
]

/** Which test of each part provokes which message, read from the tests themselves. */
export const messageCoverage = (): MessageCoverage[] => parts.map(coverageOf)

function coverageOf({ name, files, tables, elsewhere, isElsewhere = () => false }: Part): MessageCoverage {
  const tests = places.flatMap((place) =>
    globSync(place.files, { cwd: fileURLToPath(place.folder) })
      .filter((file) => files.test(file))
      .flatMap((file) =>
        testsIn(file, readFileSync(new URL(file, place.folder), 'utf8')).map((test) => ({ file, ...test })),
      ),
  )
  const all = Object.entries(tables).flatMap(([table, messages]) =>
    Object.entries(messages).map(([each, message]) => ({
      key: `${table}.${each}`,
      message: String(message),
    })),
  )
  // A text that stands in two tables is one message.
  const spellings = Map.groupBy(all, ({ message }) => message)
  const found = all.map((each) => ({
    ...each,
    tests: tests
      .filter(({ source }) => spellings.get(each.message)?.some((spelling) => names(source, spelling)))
      .map(({ file, title }) => `${file}: ${title}`),
  }))
  const provoked = found.filter(({ key }) => !(key in elsewhere) && !isElsewhere(key))
  return {
    part: name,
    provoked,
    gaps: provoked.filter(({ tests: by }) => by.length === 0).map(({ key }) => key),
    stale: Object.keys(elsewhere).filter((key) => {
      const row = found.find((each) => each.key === key)
      return !row || row.tests.length > 0
    }),
  }
}

/** Whether a test names a message: by its place in the table, or word for word, with values in its braces. */
function names(source: string, { key, message }: { key: string; message: string }): boolean {
  if (new RegExp(`\\b${key.replace('.', '\\.')}\\b`).test(source)) return true
  const words = message.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`['"\`/(]${words.join('[^\'"\\n]+?')}(['"\`/]|$)`, 'm').test(
    source.replaceAll("\\'", "'"),
  )
}

/**
 * The tests of a file: from each one's title to the next one's. Component tests go through tables that stand before them,
 * so that a file of those counts as one.
 */
function testsIn(file: string, source: string): { title: string; source: string }[] {
  if (file.endsWith('.tsx')) return [{ title: 'component tests', source }]
  const starts = [...source.matchAll(/\btest\(\s*(['"`])(.+?)\1,/gs)]
  return starts.map((start, index) => ({
    title: start[2] ?? '',
    source: source.slice(start.index, starts[index + 1]?.index),
  }))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { part, provoked, gaps, stale } of messageCoverage()) {
    console.log(`\n${part}\n`)
    for (const { key, message, tests } of provoked)
      console.log(`${key}  ${JSON.stringify(message)}\n    ${tests.join('\n    ') || 'NO TEST'}`)
    for (const key of stale) console.log(`${key} is listed as shown elsewhere, wrongly`)
    console.log(`${provoked.length} messages, ${gaps.length} without a test`)
    if (gaps.length + stale.length > 0) process.exitCode = 1
  }
}
