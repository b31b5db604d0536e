import type { ResponseOf } from '#base/api/endpoint.ts'
import { countOf } from '#base/text/count-of.ts'
import { sentenceCase } from '#base/text/sentence-case.ts'
import { formatUsd } from '#base/text/usd.ts'
import { standstills } from '#features/domains/rules/standstill.ts'
import type { orderTroubles } from '#features/orders/api/console-orders.ts'
import type { GroupHold } from '#features/orders/rules/order-holds.ts'
import { workItemTitle } from '#features/work/rules/work-item-kinds.ts'
import { operatorPaths } from '#ui/console/operator-paths.ts'
import type { consoleHome } from '../api/console-home.ts'

type Home = ResponseOf<typeof consoleHome>

export interface WaitingLine {
  key: string
  /** `alarm`: harm is done meanwhile; `act`: it waits for a person here; `look`: it may; `waits`: it goes on by itself. */
  urgency: 'alarm' | 'act' | 'look' | 'waits'
  title: string
  detail?: string
  count?: number
  since?: string | null
  to?: string
}

const urgencies: readonly WaitingLine['urgency'][] = ['alarm', 'act', 'look', 'waits']
const urgencyOf = { stopped: 'act', team: 'act', customer: 'look', vendor: 'look', limit: 'waits' } as const

/** A third party's words, with a capital and a stop. */
const sentenceOf = (why: string | null): string =>
  why ? sentenceCase(why).replace(/[^.!?…]$/, '$&.') : 'No reason was given.'

const ordersWith = (only: (typeof orderTroubles)[number]): string =>
  `${operatorPaths.orders}?${new URLSearchParams({ only })}`

const holds: Record<GroupHold, string> = {
  past_due: 'Orders on hold for a refused renewal',
  paused: 'Orders on hold while billing is paused at Stripe',
  refund: 'Orders on hold after a refund',
  dispute: 'Orders on hold for a dispute',
  operator: 'Orders that we hold',
}

/** What waits, one line for each cause, the most urgent first. */
export function waitingLines({ alarms, stuck, work, holds: held, money }: Home): WaitingLine[] {
  const lines: WaitingLine[] = [
    ...alarms.map(({ what, mend, since }) => ({
      key: `alarm ${what}`,
      urgency: 'alarm' as const,
      title: what,
      detail: mend,
      since,
    })),
    ...(money ? moneyLines(money) : []),
    ...work.map(({ kind, count, oldest }) => ({
      key: `work ${kind}`,
      urgency: 'act' as const,
      title: `Work: ${workItemTitle(kind)}`,
      count,
      since: oldest,
      to: `${operatorPaths.work}?${new URLSearchParams({ kind })}`,
    })),
    ...stuck.map(({ standstill, why, domains, example, since }) => ({
      key: `stuck ${standstill} ${why}`,
      urgency: urgencyOf[standstill],
      title: `${standstills[standstill]}: ${countOf(domains, 'domain')}`,
      detail: `${sentenceOf(why)} ${domains === 1 ? 'It is' : 'One of them is'} ${example}.`,
      since,
      to: `${operatorPaths.domains}?${new URLSearchParams(
        domains === 1 ? { text: example } : { state: 'stuck', cause: standstill },
      )}`,
    })),
    ...held.map(({ hold, groups, since }) => ({
      key: `hold ${hold}`,
      urgency: 'look' as const,
      title: holds[hold],
      count: groups,
      since,
      to: ordersWith('held'),
    })),
  ]
  return lines.toSorted((a, b) => urgencies.indexOf(a.urgency) - urgencies.indexOf(b.urgency))
}

function moneyLines({
  refundsFailed,
  refundsUnderWay,
  disputes,
  refusedRenewals,
}: NonNullable<Home['money']>) {
  const lines: WaitingLine[] = [
    {
      key: 'refunds failed',
      urgency: 'alarm',
      title: 'Refunds that failed: the money is owed still',
      detail: `${formatUsd(refundsFailed.cents)} in all`,
      count: refundsFailed.count,
      to: ordersWith('unrefunded'),
    },
    {
      key: 'disputes',
      urgency: 'act',
      title: 'Open disputes',
      detail: 'They are answered at Stripe.',
      count: disputes,
      to: ordersWith('disputed'),
    },
    {
      key: 'renewals',
      urgency: 'look',
      title: 'Subscriptions with a refused renewal',
      count: refusedRenewals,
      to: ordersWith('refused'),
    },
    {
      key: 'refunds under way',
      urgency: 'waits',
      title: 'Refunds under way',
      detail: `${formatUsd(refundsUnderWay.cents)} in all`,
      count: refundsUnderWay.count,
    },
  ]
  return lines.filter(({ count }) => count !== 0)
}
