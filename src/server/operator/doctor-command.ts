import { asc } from 'drizzle-orm'
import { formatUsd } from '#shared/money/pricing.ts'
import { heldNamesRenewDays, pausesBilling } from '#shared/orders/order-holds.ts'
import { countOf } from '#shared/text/count-of.ts'
import { numberText } from '#shared/text/number-text.ts'
import { required } from '#shared/text/required.ts'
import { providerAccounts } from '../db/schema/index.ts'
import type { Dependencies } from '../dependencies.ts'
import { howToRemove } from '../domains/deep-customer.ts'
import { messageOf } from '../error-code.ts'
import { leftOver } from '../features/customers/left-over.ts'
import { type UnsettledRefund, unsettledRefunds } from '../features/refunds/unsettled-refunds.ts'
import { invalid } from '../http/refusal.ts'
import type { Probe } from '../providers/ports/probe.ts'
import { type ProbeMailbox, type ProbeVendor, probeVendors } from '../providers/ports/proof-mail.ts'
import { probing } from '../providers/probing.ts'
import { isVendorError, vendorNames } from '../providers/vendor-error.ts'
import { readPause } from '../provisioning/retire-gate.ts'
import { leftToNobody } from '../sending/connect/claim-sign-in.ts'
import { type Command, reading } from './command.ts'
import { runDeep } from './deep/deep-command.ts'
import { deepOptions, needsDeep } from './deep/deep-order.ts'
import { readLeft } from './deep/remove.ts'
import { heldGroups } from './hold-commands.ts'
import { signInNotes } from './sign-in-notes.ts'
import { refundState } from './unsettled-refund-commands.ts'

type Finding = { ok: true; note?: string } | { ok: false; reason: string; mend?: string }

interface Check {
  what: string
  inspect(): Promise<Finding>
}

/** Every third party and every account, each as one line: fine, or what is wrong and how to mend it. */
const look = reading({
  name: 'doctor',
  summary:
    'whether each third party is configured, reachable and permitted, and what to mend; exits 1 if anything is wrong',
  async read(deps) {
    const findings = await Promise.all(
      (await checks(deps)).map(async ({ what, inspect }) => ({ what, ...(await findingOf(inspect)) })),
    )
    return { sandbox: deps.config.sandbox?.consoleUrl, findings }
  },
  show({ sandbox, findings }) {
    const wrong = findings.filter(({ ok }) => !ok).length
    return [
      sandbox ? `Beside the sandbox at ${sandbox}.` : 'With real vendors.',
      ...findings.map((finding) =>
        finding.ok
          ? `  ok     ${finding.what}${finding.note ? `: ${finding.note}` : ''}`
          : `  WRONG  ${finding.what}: ${finding.reason}${finding.mend ? `\n         ${finding.mend}` : ''}`,
      ),
      wrong === 0 ? 'All is well.' : `${wrong} to mend.`,
    ].join('\n')
  },
  isWell: ({ findings }) => findings.every(({ ok }) => ok),
})

/** With `--deep`, the same by deed: one mailbox is made, connected, proven and removed. */
export const doctorCommand: Command = {
  ...look,
  options: { ...look.options, ...deepOptions },
  async run(deps, options, print, tell) {
    if (options.deep) return runDeep(deps, options, print, tell)
    const stray = needsDeep(options)
    if (stray) throw invalid(`--${stray} goes with --deep.`)
    return look.run(deps, options, print, tell)
  },
}

const signInsHappen = (count: number): Finding =>
  count === 0
    ? { ok: true }
    : {
        ok: false,
        reason: `${numberText(count)} of the mailboxes that wait for a browser to sign in have waited for half an hour, and none does`,
        mend: 'Start a process with ROLE=connect (or all), or take SIGN_IN_BROWSER away where set-ups run, so that people are asked.',
      }

const away = 'Check that this machine reaches it, or wait until it is well again.'

async function findingOf(inspect: Check['inspect']): Promise<Finding> {
  try {
    return await inspect()
  } catch (error) {
    return { ok: false, reason: isVendorError(error) ? error.reason : messageOf(error) }
  }
}

async function checks(deps: Dependencies): Promise<Check[]> {
  const { config, db, vendors } = deps
  const probes = await vendors.probeMailboxes()
  const accounts = await db.select().from(providerAccounts).orderBy(asc(providerAccounts.createdAt))
  return [
    {
      what: 'Stripe',
      inspect: async () => {
        const probe = await vendors.payments.probe()
        return probe.ok && config.isRehearsal
          ? { ok: true, note: 'a rehearsal, since STRIPE_TEST_MODE=on: no payment is real' }
          : mending(probe, 'Check STRIPE_SECRET_KEY and its permissions.')
      },
    },
    {
      what: 'DNSimple',
      inspect: async () => mending(await vendors.probeRegistrar(), 'Check DNSIMPLE_TOKEN and REGISTRANT_ID.'),
    },
    {
      what: 'Registries (RDAP)',
      inspect: async () => {
        const probe = await probing(() => vendors.probeRegistries())
        const mend =
          'Check RDAP_BOOTSTRAP_URL if it is set. Until then each name costs a look-up at DNSimple.'
        return probe.ok ? probe : { ...probe, mend }
      },
    },
    {
      what: 'Mail',
      inspect: async () => mending(await vendors.mailer.probe(), 'Check SMTP_URL and MAIL_FROM.'),
    },
    {
      what: 'DNS',
      inspect: async () => {
        const server = required(config.nameServers[0], 'a name server')
        const zone = server.split('.').slice(-2).join('.')
        const answer = await vendors.dns.nameServers(zone)
        return answer.state === 'unknown'
          ? { ok: false, reason: answer.reason, mend: 'Check DNS_SERVERS, or the resolver of this machine.' }
          : { ok: true }
      },
    },
    ...(['microsoft', 'google'] as const)
      .filter((vendor) => !accounts.some((account) => account.vendor === vendor))
      .map((vendor): Check => {
        const word = vendor === 'microsoft' ? 'tenant' : 'google-account'
        return {
          what: vendor === 'microsoft' ? 'Microsoft' : 'Google',
          inspect: async () => ({
            ok: false,
            reason: 'there is no account for mailboxes',
            mend: `Add one with: npm run operator -- ${word} add`,
          }),
        }
      }),
    ...accounts.map(
      (account): Check => ({
        what: `${account.vendor === 'microsoft' ? 'Microsoft tenant' : 'Google account'} ${account.label}`,
        inspect: async () => {
          const host = await vendors.mailboxHost(account.id)
          const probe = await host.probe()
          if (!probe.ok) return mending(probe)
          // Without a mailbox that receives it, nothing is sent.
          const sending: Probe = probes.length > 0 ? await host.probeSending() : { ok: true }
          if (!sending.ok) return mending(sending, maySend[account.vendor])
          const notes = account.vendor === 'microsoft' ? await signInNotes(host) : []
          return { ok: true, note: [account.state, ...notes].join('\n         ') }
        },
      }),
    ),
    ...probeVendors.map(
      (vendor): Check => ({
        what: `Probe mailbox at ${vendorNames[vendor]}`,
        inspect: async () => readable(vendor, probes),
      }),
    ),
    { what: 'Signing in to mailboxes', inspect: async () => signInsHappen(await leftToNobody(db)) },
    { what: 'Closed accounts', inspect: async () => nothingLeftOver(await leftOver(db)) },
    { what: 'Deep looks', inspect: async () => noneLeft(await readLeft(db)) },
    { what: 'Refunds', inspect: async () => refundsArrive(await unsettledRefunds(db)) },
    { what: 'Orders on hold', inspect: async () => onHold(await heldGroups(db)) },
    {
      what: 'Tear-downs',
      inspect: async () => {
        const pause = await readPause(db)
        return pause
          ? {
              ok: false,
              reason: `paused since ${pause.since.toISOString()} (${pause.reason})`,
              mend: 'Let them go on with: npm run operator -- resume',
            }
          : { ok: true, note: `at most ${config.retirePerHour} domains an hour` }
      },
    },
  ]
}

const noneLeft = (left: { name: string } | undefined): Finding =>
  left
    ? {
        ok: false,
        reason: `one at ${left.name} is under way, or was ended before it had removed what it made`,
        mend: howToRemove,
      }
    : { ok: true }

const maySend: Record<ProbeVendor, string> = {
  microsoft: 'Give the app registration Mail.Send, or domains there are not proven.',
  google: 'Add gmail.send under domain-wide delegation, or domains there are not proven.',
}

/** A domain is proven by mail to both of them. */
async function readable(vendor: ProbeVendor, probes: readonly ProbeMailbox[]): Promise<Finding> {
  const mailbox = probes.find((probe) => probe.vendor === vendor)
  if (!mailbox)
    return {
      ok: false,
      reason: 'there is none, so domains are delivered without proof that their mail is authentic',
      mend: 'Add one with: npm run operator -- probe add',
    }
  const probe = await mailbox.probe()
  if (probe.ok) return { ok: true, note: mailbox.address }
  return mending(
    probe,
    `Give its app Mail.Read or gmail.readonly, or replace it: probe remove --at ${vendor}`,
  )
}

/** Who is gone is to have nothing that runs, and pay for nothing. */
function nothingLeftOver(accounts: Awaited<ReturnType<typeof leftOver>>): Finding {
  if (accounts.length === 0) return { ok: true, note: 'nothing of them is live or billed' }
  return {
    ok: false,
    reason: accounts
      .map(
        ({ email, access, live, billed }) =>
          `${email} is ${access} and has ${countOf(live, 'live order')} and ${countOf(billed, 'billed subscription')}`,
      )
      .join('; '),
    mend: accounts
      .map(({ email, isErased, subscriptionIds }) =>
        isErased
          ? `End at Stripe: ${subscriptionIds.join(', ')}`
          : `Close it again: npm run operator -- customer close --email ${email} --yes`,
      )
      .join('\n         '),
  }
}

/** A card's refund takes its bank a few days; Stripe holds one for longer only while something keeps it from being paid. */
const refundPatienceMs = 3 * 24 * 3600_000
const refundsShown = 20

/** What is to go back arrives by itself within days. What failed, or does not move, waits for a person. */
function refundsArrive(all: readonly UnsettledRefund[]): Finding {
  const stuck = all.filter(
    ({ outcome, since }) => outcome === 'failed' || Date.now() - since.getTime() > refundPatienceMs,
  )
  if (stuck.length === 0)
    return { ok: true, note: all.length === 0 ? 'none under way' : `${all.length} under way` }
  const sum = stuck.reduce((cents, refund) => cents + refund.cents, 0)
  const lines = stuck
    .slice(0, refundsShown)
    .map(
      (refund) =>
        `\n         ${refund.id} · ${formatUsd(refund.cents)} · ${refund.email} · ${refundState(refund)}`,
    )
  const more = stuck.length > refundsShown ? `\n         and ${stuck.length - refundsShown} more` : ''
  return {
    ok: false,
    reason: `${formatUsd(sum)} that should have gone back has not${lines.join('')}${more}`,
    mend: 'One that failed: see refund settle and refund again. One that is pending or owed: see it, and your balance, at Stripe.',
  }
}

const heldShown = 20

/** Orders on hold are someone's decision or a payment's: told, and not wrong. */
function onHold(held: Awaited<ReturnType<typeof heldGroups>>): Finding {
  if (held.length === 0) return { ok: true, note: 'none' }
  const lines = held.slice(0, heldShown).map(({ id, hold, holdSince, suspendedSince }) => {
    const daysSince = (moment: Date | null) =>
      moment ? Math.floor((Date.now() - moment.getTime()) / (24 * 3600_000)) : 0
    const days = Math.max(daysSince(suspendedSince), pausesBilling(hold) ? daysSince(holdSince) : 0)
    const names = days >= heldNamesRenewDays ? '; its names are not renewed any more' : ''
    const causes = [
      ...(hold ? [causeOf(hold, holdSince)] : []),
      ...(suspendedSince ? [causeOf('suspended', suspendedSince)] : []),
    ]
    return `\n         ${id} · ${causes.join(' · ')}${names}`
  })
  const more = held.length > heldShown ? `\n         and ${held.length - heldShown} more` : ''
  return {
    ok: true,
    note: `${held.length}; see order release and order end${lines.join('')}${more}`,
  }
}

const causeOf = (cause: string, since: Date | null): string =>
  `${cause} · since ${since?.toISOString().slice(0, 10) ?? '-'}`

const mending = (probe: Probe, mend?: string): Finding =>
  probe.ok ? probe : { ...probe, mend: probe.isAway ? away : mend }
