import { CircleCheck, CircleDashed, CircleHelp, CircleX, type LucideIcon } from 'lucide-react'
import type { StatusTone } from '#features/orders/rules/order-status.ts'
import type { LinkState } from '#features/tools/rules/sending-chain.ts'
import { toneText } from '#ui/badge.tsx'
import type { ConsoleColumn } from '#ui/console/table/columns.ts'
import { ConsoleTable } from '#ui/console/table/console-table.tsx'
import { cx } from '#ui/cx.ts'
import { clockText } from '#ui/time-texts.ts'
import type { ConsoleMailboxPage } from '../api/console-mailboxes.ts'

type Link = ConsoleMailboxPage['chain'][number]

const looks: Record<LinkState, { word: string; icon: LucideIcon; tone: StatusTone }> = {
  well: { word: 'Well', icon: CircleCheck, tone: 'success' },
  waits: { word: 'Not yet', icon: CircleDashed, tone: 'info' },
  broken: { word: 'Broken', icon: CircleX, tone: 'danger' },
  unknown: { word: 'Unknown', icon: CircleHelp, tone: 'neutral' },
}

function State({ state }: Link) {
  const { word, icon: Icon, tone } = looks[state]
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1 whitespace-nowrap font-medium text-label',
        toneText[tone],
      )}
    >
      <Icon aria-hidden className="size-3.5" />
      {word}
    </span>
  )
}

const columns: readonly ConsoleColumn<Link>[] = [
  { id: 'label', title: 'What', cell: ({ label }) => label },
  { id: 'state', title: 'State', cell: (link) => <State {...link} /> },
  {
    id: 'detail',
    title: 'Seen',
    cell: ({ detail }) => <span className="text-left wrap-anywhere">{detail}</span>,
  },
  {
    id: 'at',
    title: 'When',
    cell: ({ at }) => <span className="whitespace-nowrap">{at ? clockText(at) : '–'}</span>,
  },
]

/** From the order to the first mail, each with what was seen of it and when. */
export const ChainTable = ({ chain }: { chain: readonly Link[] }) => (
  <ConsoleTable label="What it takes to send" rows={chain} keyOf={({ id }) => id} columns={columns} />
)
