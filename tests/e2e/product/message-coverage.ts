import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { passwordMessages } from '#features/accounts/rules/password.ts'
import { signInMessages } from '#features/accounts/rules/sign-in.ts'
import { paymentOutcomeMessages } from '#features/billing/rules/payment-outcome.ts'
import { cancelOrderMessages } from '#features/cancellation/rules/cancel-order.ts'
import { promotionMessages } from '#features/checkout/rules/pricing.ts'
import { forwardingUrlMessages } from '#features/forwarding/rules/forwarding-url.ts'
import { updateForwardingMessages } from '#features/forwarding/rules/update-forwarding.ts'
import { domainAvailabilityMessages } from '#features/names/rules/domain-availability.ts'
import {
  domainEntryMessages,
  domainLineReasons,
  domainSearchMessages,
} from '#features/names/rules/domain-entry.ts'
import { domainNameMessages } from '#features/names/rules/domain-name.ts'
import { nestedNamesMessages } from '#features/names/rules/nested-names.ts'
import { checkoutMessages, missingItems } from '#features/ordering/rules/checkout-validation.ts'
import { companyNameMessages } from '#features/ordering/rules/company-name.ts'
import { orderDraftMessages, settingsMessages } from '#features/ordering/rules/order-draft.ts'
import { orderActionMessages } from '#features/orders/rules/order-actions.ts'
import { orderListTexts } from '#features/orders/rules/order-filters.ts'
import { personNameMessages } from '#features/people/rules/person-name.ts'
import { profilePictureLinkMessages } from '#features/people/rules/profile-picture-link.ts'
import { usernameChangesMessages } from '#features/people/rules/username-changes.ts'
import { reinstateMessages } from '#features/reinstatement/rules/reinstate-form.ts'
import { reinstateSelectionTexts } from '#features/reinstatement/rules/reinstate-selection.ts'
import { replaceDomainsMessages } from '#features/replacement/rules/replace-request.ts'
import { toolCredentialMessages } from '#features/tools/rules/tool-credentials.ts'
import { bisonLookupMessages, instantlyLookupMessages } from '#features/tools/rules/workspace-lookup.ts'

type Tables = Record<string, Readonly<Record<string, string>>>

/** A part of the product whose messages are all to be read by tests of its own. */
interface Part {
  name: string
  /** Files whose tests count: journeys and component tests by their folders. */
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
    /^features\/(ordering|checkout|names|planner)\/(journeys\/ordering-.*\.spec\.ts|web\/.*\.test\.tsx)$/,
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
    /^((?!message-coverage)[^/]*\.spec\.ts|features\/(?!bulk-update|ordering)[\w-]+\/(journeys\/(?!ordering-).*\.spec\.ts|web\/.*\.test\.tsx)|ui\/frame\/.*\.test\.tsx)$/,
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
  { folder: new URL('../../../src/', import.meta.url), files: 'features/*/journeys/*.spec.ts' },
  { folder: new URL('../../../src/', import.meta.url), files: '**/*.test.tsx' },
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
