import { countOf } from '#base/text/count-of.ts'
import { numberText } from '#base/text/number-text.ts'
import {
  type AccountMoments,
  accountStates,
  rulesOfAccount,
} from '#features/capacity/rules/account-states.ts'
import type { EndedPages } from '#features/checkout/server/end-payment-pages.ts'
import { changeAccess } from '#features/customers/server/customer-access.ts'
import { customerByEmail } from '#features/customers/server/customer-by-email.ts'
import { followSending, hasArrived } from '#features/customers/server/follow-sending.ts'
import { readSendingProgress, type SendingProgress } from '#features/customers/server/sending-progress.ts'
import { type Command, reading } from './command.ts'
import { email, parseEmail } from './customer-email.ts'

/** Whether a customer may sign in and send, in words. */
export function stateOf(moments: AccountMoments): string {
  const { words } = rulesOfAccount(moments)
  const { eraseDueAt, erasedAt } = moments
  return eraseDueAt && !erasedAt ? `${words}, erased from ${dayOf(eraseDueAt)} on` : words
}

/** As operators read dates: 2026-11-23. */
export const dayOf = (moment: Date) => moment.toISOString().slice(0, 10)

const verbs = {
  disable: { access: 'disabled', summary: 'stop sign-in; mailboxes go on' },
  suspend: {
    access: 'suspended',
    summary:
      'stop sign-in, open payment pages and mailboxes, which are blocked at the host and paused in the sending tool',
    billing: 'also stop billing',
    doing: 'stopped',
    where: 'stopped',
  },
  enable: {
    access: 'open',
    summary: 'undo disable and suspend',
    billing: 'also let billing go on that suspend has stopped; without it the orders stay on hold',
    doing: 'started',
    where: 'going',
  },
} as const

/** Who may sign in and send. */
export const customerAccessCommands: readonly Command[] = [
  ...(['disable', 'suspend', 'enable'] as const).map(accessCommand),
  reading({
    name: 'customer status',
    summary: 'whether a customer has access, and how many domains and mailboxes are stopped',
    options: { email },
    async read({ db }, options) {
      const customer = await customerByEmail(db, parseEmail(options.email))
      return {
        email: customer.email,
        access: stateOf(customer),
        ...(await readSendingProgress(db, customer.id)),
      }
    },
    show: ({ email, access, ...progress }) => `${email} is ${access}. ${progressText(progress)}`,
  }),
]

function accessCommand(verb: keyof typeof verbs): Command {
  const { access, summary } = verbs[verb]
  const moving = verb === 'disable' ? undefined : verbs[verb]
  return {
    name: `customer ${verb}`,
    summary,
    options: {
      email,
      ...(moving && {
        billing: { help: moving.billing, flag: true },
        background: { help: 'end at once instead of showing how far it is', flag: true },
      }),
    },
    async run(deps, options, print, tell) {
      const address = parseEmail(options.email)
      const withBilling = options.billing !== undefined
      const { id, names, groups, held, pages } = await changeAccess(deps, address, access, { withBilling })
      const data = { state: access, domains: names, groups, held }
      const said = [`${address} is ${accountStates[access].words}.`, ...pagesText(pages)]
      if (groups !== undefined)
        said.push(
          `${countOf(groups, 'group')} ${verb === 'enable' ? 'billed again, but for those on hold' : 'not billed'}.`,
        )
      if (held > 0)
        said.push(
          `Billing had been stopped: ${countOf(held, 'group')} ${held === 1 ? 'is' : 'are'} on hold until order release.`,
        )
      if (!moving || names === 0) return print(said.join('\n'), { data })
      said.push(
        `${countOf(names, 'domain')} ${names === 1 ? 'is' : 'are'} being ${moving.doing}, before any other work. How far that is: npm run operator -- customer status --email ${address}`,
      )
      if (options.background) return print(said.join('\n'), { data })
      tell([...said, 'It continues without this command: Ctrl-C ends only what is shown here.'].join('\n'))
      const end = await followSending(deps.db, id, moving.where, (progress) => tell(progressText(progress)))
      if (hasArrived(end, moving.where))
        return print(`${countOf(names, 'domain')} ${names === 1 ? 'is' : 'are'} ${moving.doing}.`, { data })
      print(
        'Nothing has moved for three minutes. It is still to be done: see that a worker runs, and what `customer status` says.',
        { data },
      )
      return 1
    },
  }
}

/** What became of the pages that someone could still pay on. */
export function pagesText({ ended, left }: EndedPages): string[] {
  return [
    ...(ended > 0 ? [`${countOf(ended, 'payment page')} ended.`] : []),
    ...(left > 0
      ? [
          `${countOf(left, 'payment page')} could not be ended at Stripe yet; tried again by itself within five minutes.`,
        ]
      : []),
  ]
}

function progressText(progress: SendingProgress): string {
  const { names, stopped, mailboxes, blocked, inTool, paused, asFile, held, heldUp } = progress
  const parts = [
    `${ofAll(stopped, names)} ${names === 1 ? 'domain' : 'domains'} stopped`,
    `${ofAll(blocked, mailboxes)} mailboxes blocked at the host`,
    ...(inTool > 0 ? [`${ofAll(paused, inTool)} paused in the sending tool`] : []),
    ...(asFile > 0 ? [`${numberText(asFile)} handed over as a file, where nothing can be paused`] : []),
    ...(held > 0 ? [`${numberText(held)} not going on yet`] : []),
  ]
  const reasons = heldUp.map(({ name, reason }) => ` ${name}: ${reason}.`)
  return `${parts.join('; ')}.${reasons.join('')}`
}

const ofAll = (some: number, all: number) => `${numberText(some)} of ${numberText(all)}`
