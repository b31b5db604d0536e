import { countOf } from '#base/text/count-of.ts'
import { formatUsd } from '#base/text/usd.ts'
import type { AccountState } from '#features/capacity/rules/account-states.ts'
import { planIds, plans, platformContents } from '#features/plans/rules/catalog.ts'
import { hostNames } from '#features/plans/rules/host-names.ts'
import { planName } from '#features/plans/rules/naming.ts'
import { sendingToolNames } from '#features/tools/rules/sending-tools.ts'
import type { ImportFinding } from '../rules/import-verdict.ts'
import { whoseMailbox } from '../rules/whose-mailbox.ts'
import { compareRecords } from './compare-records.ts'
import type { ImportContext } from './import-context.ts'
import type { Row, SeenAccount, SeenDomain } from './seen.ts'

const list = new Intl.ListFormat('en')
const contradicts = (sentence: string): ImportFinding => ({ kind: 'contradicts', sentence })
const note = (sentence: string): ImportFinding => ({ kind: 'note', sentence })

/**
 * What file and third parties say against each other about a domain, and what is worth knowing of it. Pure; what could not
 * be asked is told by the look, and left out here.
 */
export function compare(
  row: Row,
  seen: SeenDomain,
  context: ImportContext,
  acceptedNameServers: readonly string[],
): ImportFinding[] {
  const holder = context.held.get(row.domain)
  if (holder === row.email)
    return [{ kind: 'here', sentence: 'It is a domain of this customer here already.' }]
  return [
    ...(holder ? [contradicts('It is a domain of another customer here.')] : []),
    ...compareCustomer(row, context),
    ...compareAccount(row, seen, context),
    ...compareRegistration(seen),
    ...compareRecords(row, seen, acceptedNameServers),
    ...compareSubscription(row, seen, context),
    ...compareTool(row, seen),
  ]
}

function compareCustomer({ email }: Row, { customers, taken }: ImportContext): ImportFinding[] {
  if (taken.has(email))
    return [contradicts(`${email} signs in here for somebody else already. Please give another address.`)]
  const problem = customerProblem(email, customers.get(email)?.state ?? 'open')
  return problem === undefined ? [] : [contradicts(problem)]
}

/** Why nothing is brought in for a customer who is here already; undefined where it is. */
export function customerProblem(email: string, state: AccountState): string | undefined {
  if (state === 'suspended')
    return `The customer ${email} is suspended here, so mailboxes would be switched off as soon as they came in. Enable the customer first.`
  return state === 'closed' || state === 'erased' ? `The customer ${email} is ${state} here.` : undefined
}

function compareAccount(row: Row, { accounts, host }: SeenDomain, context: ImportContext): ImportFinding[] {
  const [account, another] = accounts
  if (!account)
    return context.unlisted.length > 0
      ? context.unlisted.map((sentence) => ({ kind: 'unknown', sentence }))
      : [contradicts('None of your tenants and Google accounts that are added here has a mailbox of it.')]
  if (another)
    return [
      contradicts(
        `Mailboxes of it stand in several accounts: ${list.format(accounts.map(({ label }) => label))}.`,
      ),
    ]
  const at = hostNames[account.platform]
  return [
    ...(plans[row.plan].domains[account.platform] === 0
      ? [
          contradicts(
            `It stands at ${at}, where plan ${planName(row.plan, context.planNames)} has no domains.`,
          ),
        ]
      : []),
    ...(host && !host.isVerified ? [contradicts(`${at} has not verified it.`)] : []),
    ...(host?.isVerified && host.saysDkim && host.dkim.state !== 'on'
      ? [contradicts(`${at} does not sign its mail: DKIM is off.`)]
      : []),
    ...compareMailboxes(row, account),
  ]
}

/** Addresses that a sentence names; the others are counted. */
const namedMax = 3
const named = (addresses: readonly string[]): string => {
  const more = addresses.length - namedMax
  return list.format([...addresses.slice(0, namedMax), ...(more > 0 ? [`${more} more`] : [])])
}

function compareMailboxes({ people, domain }: Row, { platform, mailboxes }: SeenAccount): ImportFinding[] {
  const at = hostNames[platform]
  const findings: ImportFinding[] = []
  const off = mailboxes.filter(({ enabled }) => enabled === false).map(({ address }) => address)
  if (off.length > 0)
    findings.push(
      contradicts(`At ${at} ${named(off)} cannot be signed in to. Switch it on there, or remove it.`),
    )
  const unready = mailboxes.filter(({ ready }) => !ready).map(({ address }) => address)
  if (unready.length > 0) findings.push(contradicts(`${at} is still making ${named(unready)}.`))
  const lost = mailboxes
    .map(({ address }) => address)
    .filter((address) => !whoseMailbox(localOf(address), people).ok)
  if (lost.length > 0)
    findings.push(
      contradicts(
        `Whose ${named(lost)} is, is not clear. Write what stands before the @ behind its person: Ada Byron (ada a.byron).`,
      ),
    )
  const { mailboxesPerDomain, name } = platformContents[platform]
  if (mailboxes.length !== mailboxesPerDomain)
    findings.push(
      note(
        `It has ${countOf(mailboxes.length, 'mailbox', 'mailboxes')}; ${name} has ${mailboxesPerDomain} to a domain. They are taken over as they are.`,
      ),
    )
  if (mailboxes.some(({ address }) => !address.endsWith(`@${domain}`)))
    findings.push(contradicts('Its mailboxes have addresses of another name as well.'))
  return findings
}

export const localOf = (address: string): string => address.slice(0, address.lastIndexOf('@'))

function compareRegistration({ registration }: SeenDomain): ImportFinding[] {
  if (registration === undefined) return []
  if (registration === null)
    return [note('It is not registered in your account at DNSimple: it is taken over as the customer’s own.')]
  if (registration.state !== 'registered') return [contradicts(`At DNSimple it is ${registration.state}.`)]
  return registration.autoRenew
    ? []
    : [
        contradicts(
          'It does not renew itself at DNSimple. Switch renewal on there: it would be, once it is here.',
        ),
      ]
}

function compareSubscription(
  row: Row,
  { subscription }: SeenDomain,
  context: ImportContext,
): ImportFinding[] {
  if (row.subscription === null) return [note('Without a subscription nothing is billed for it.')]
  if (subscription === undefined) return []
  if (subscription === null) return [contradicts(`Stripe has no subscription ${row.subscription}.`)]
  const findings: ImportFinding[] = []
  const tell = (sentence: string) => findings.push(contradicts(`${row.subscription} ${sentence}`))
  if (subscription.status !== 'active')
    tell(`is not active at Stripe: ${subscription.status.replace('_', ' ')}.`)
  if (subscription.isPaused) tell('is paused at Stripe.')
  if (subscription.email?.toLowerCase() !== row.email)
    tell(`belongs to ${subscription.email ?? 'nobody'} at Stripe, not to ${row.email}.`)
  const known = context.customers.get(row.email)?.stripeCustomerId
  if (known && known !== subscription.customerExternalId)
    tell(`belongs to ${subscription.customerExternalId}, and here the customer is ${known}.`)
  if (subscription.otherProducts.length > 0)
    tell(`bills ${list.format(subscription.otherProducts)}, which is no plan of this product.`)
  const groups = context.groups.get(row.subscription) ?? {}
  const groupsHere = context.groupsHere.get(row.subscription) ?? {}
  for (const plan of planIds) {
    const [billed, held, here] = [
      subscription.quantities[plan] ?? 0,
      groups[plan] ?? 0,
      groupsHere[plan] ?? 0,
    ]
    if (billed !== held + here)
      tell(
        `bills ${countOf(billed, 'group')} of ${planName(plan, context.planNames)}; the file’s domains make ${held}${here > 0 ? `, and orders that are here already ${here}` : ''}.`,
      )
  }
  const cents = subscription.unitCents[row.plan]
  const listCents = context.listCents[row.plan]
  if (cents !== undefined && cents !== listCents)
    findings.push(otherPrice(planName(row.plan, context.planNames), cents, listCents))
  return findings
}

const otherPrice = (plan: string, cents: number, listCents: number): ImportFinding =>
  note(
    `Its subscription bills ${formatUsd(cents)} a group; ${plan} is ${formatUsd(listCents)}. It stays as it is.`,
  )

function compareTool(row: Row, { accounts, tool }: SeenDomain): ImportFinding[] {
  const [account] = accounts
  if (!tool || !account) return []
  const connected = new Set(
    tool.mailboxes.flatMap(({ address, isConnected }) => (isConnected ? address : [])),
  )
  const open = account.mailboxes.map(({ address }) => address).filter((address) => !connected.has(address))
  return open.length === 0
    ? []
    : [contradicts(`${sendingToolNames[row.tool]} does not say that it can use ${named(open)}.`)]
}
