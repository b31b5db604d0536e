import type { Db } from '#base/db/client.ts'
import { numberText } from '#base/text/number-text.ts'
import { formatUsd } from '#base/text/usd.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { readDeepDomain } from '#delivery/domains/deep-customer.ts'
import { readPause } from '#delivery/provisioning/retire-gate.ts'
import { leftToNobody } from '#delivery/sending/connect/claim-sign-in.ts'
import { heldGroups } from '#features/billing/server/held-groups.ts'
import {
  endAtStripe,
  finishClosingPress,
  type LeftOver,
  leftOver,
  leftOverText,
} from '#features/customers/server/left-over.ts'
import { heldNamesRenewDays, isDeliberate } from '#features/orders/rules/order-holds.ts'
import { refundState } from '#features/refunds/server/refund-state.ts'
import { type UnsettledRefund, unsettledRefunds } from '#features/refunds/server/unsettled-refunds.ts'
import type { Check, Verdict } from './check.ts'

/** Orders on hold are someone's decision or a payment's. */
const holdsCheck = (db: Db): Check => ({
  what: 'Orders on hold',
  inspect: async () => onHold(await heldGroups(db)),
})

const heldShown = 20

/** Orders on hold are someone's decision or a payment's: told, and not wrong. */
function onHold(held: Awaited<ReturnType<typeof heldGroups>>): Verdict {
  if (held.length === 0) return { ok: true, note: 'none' }
  const lines = held.slice(0, heldShown).map(({ id, hold, holdSince, suspendedSince }) => {
    const daysSince = (moment: Date | null) =>
      moment ? Math.floor((Date.now() - moment.getTime()) / (24 * 3600_000)) : 0
    const days = Math.max(daysSince(suspendedSince), isDeliberate(hold) ? daysSince(holdSince) : 0)
    const names = days >= heldNamesRenewDays ? '; its names are not renewed any more' : ''
    const causes = [
      ...(hold ? [causeOf(hold, holdSince)] : []),
      ...(suspendedSince ? [causeOf('suspended', suspendedSince)] : []),
    ]
    return `\n${id} · ${causes.join(' · ')}${names}`
  })
  const more = held.length > heldShown ? `\nand ${held.length - heldShown} more` : ''
  return {
    ok: true,
    note: `${held.length}; see order release and order end${lines.join('')}${more}`,
  }
}

const causeOf = (cause: string, since: Date | null): string =>
  `${cause} · since ${since?.toISOString().slice(0, 10) ?? '-'}`

/** What our own rows say is left undone, or stands still. */
export const ownChecks = ({ db, config }: Dependencies): Check[] => [
  { what: 'Signing in to mailboxes', inspect: async () => signInsHappen(await leftToNobody(db)) },
  { what: 'Closed accounts', inspect: async () => closedLeaveNothing(await leftOver(db)) },
  { what: 'Erased accounts', inspect: async () => erasedLeaveNothing(await leftOver(db)) },
  { what: 'Deep looks', inspect: async () => noneLeft(await readDeepDomain(db)) },
  {
    what: 'Refunds',
    right: 'money.read',
    inspect: async () => refundsArrive(await unsettledRefunds(db)),
  },
  holdsCheck(db),
  {
    what: 'Tear-downs',
    async inspect() {
      const pause = await readPause(db)
      return pause
        ? {
            ok: false,
            reason: `paused since ${pause.since.toISOString()} (${pause.reason})`,
            mend: 'Let them go on.',
            commands: ['resume'],
          }
        : { ok: true, note: `at most ${config.retirePerHour} domains an hour` }
    },
  },
]

const signInsHappen = (count: number): Verdict =>
  count === 0
    ? { ok: true }
    : {
        ok: false,
        reason: `${numberText(count)} of the mailboxes that wait for a browser to sign in have waited for half an hour, and none does`,
        mend: 'Start a process with ROLE=connect (or all), or take SIGN_IN_BROWSER away where set-ups run, so that people are asked.',
      }

const noneLeft = (left: { name: string } | undefined): Verdict =>
  left
    ? {
        ok: false,
        reason: `one at ${left.name} is under way, or was ended before it had removed what it made`,
        mend: 'Remove it.',
        commands: ['doctor --deep --remove-left'],
      }
    : { ok: true }

const nothingLeft: Verdict = { ok: true, note: 'nothing of them is live or billed' }
const reasonOf = (left: readonly LeftOver[]): string => left.map(leftOverText).join('; ')

/** Who is gone is to have nothing that runs, and pay for nothing. */
function closedLeaveNothing(all: readonly LeftOver[]): Verdict {
  const left = all.filter(({ isErased }) => !isErased)
  if (left.length === 0) return nothingLeft
  return {
    ok: false,
    reason: reasonOf(left),
    press: left.map(({ email }) => `${email}: ${finishClosingPress}`).join('\n'),
    commands: left.map(({ email }) => `customer close --email ${email} --yes`),
  }
}

/** The same of those of whom nothing can be closed any more. */
function erasedLeaveNothing(all: readonly LeftOver[]): Verdict {
  const left = all.filter(({ isErased }) => isErased)
  if (left.length === 0) return nothingLeft
  return {
    ok: false,
    reason: reasonOf(left),
    mend: left.map((account) => `${account.email}: ${endAtStripe(account)}`).join('\n'),
  }
}

/** A card's refund takes its bank a few days; Stripe holds one for longer only while something keeps it from being paid. */
const refundPatienceMs = 3 * 24 * 3600_000
const refundsShown = 20

/** What is to go back arrives by itself within days. What failed, or does not move, waits for a person. */
function refundsArrive(all: readonly UnsettledRefund[]): Verdict {
  const stuck = all.filter(
    ({ outcome, since }) => outcome === 'failed' || Date.now() - since.getTime() > refundPatienceMs,
  )
  if (stuck.length === 0)
    return { ok: true, note: all.length === 0 ? 'none under way' : `${all.length} under way` }
  const sum = stuck.reduce((cents, refund) => cents + refund.cents, 0)
  const lines = stuck
    .slice(0, refundsShown)
    .map((refund) => `\n${refund.id} · ${formatUsd(refund.cents)} · ${refund.email} · ${refundState(refund)}`)
  const more = stuck.length > refundsShown ? `\nand ${stuck.length - refundsShown} more` : ''
  return {
    ok: false,
    reason: `${formatUsd(sum)} that should have gone back has not${lines.join('')}${more}`,
    mend: 'One that failed is given in another way, or paid to the card once more. One that is pending or owed: see it, and your balance, at Stripe.',
    commands: ['refund settle', 'refund again'],
  }
}
