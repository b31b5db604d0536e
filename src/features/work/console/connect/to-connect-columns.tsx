import { numberText } from '#base/text/number-text.ts'
import { sendingToolNames } from '#features/tools/rules/sending-tools.ts'
import type { ConsoleColumn } from '#ui/console/table/columns.ts'
import { clockText, momentText } from '#ui/time-texts.ts'
import type { WaitingToConnect } from '../../api/console-work.ts'

export const toConnectColumns: readonly ConsoleColumn<WaitingToConnect>[] = [
  {
    id: 'tool',
    title: 'Sending tool',
    cell: ({ tool, customer }) => (
      <>
        <span className="block font-medium">{sendingToolNames[tool]}</span>
        <span translate="no" className="block text-muted text-secondary wrap-anywhere">
          {customer.email}
        </span>
      </>
    ),
  },
  {
    id: 'account',
    title: 'Account',
    cell: ({ account }) => <span className="wrap-anywhere">{account.label}</span>,
  },
  { id: 'count', title: 'Mailboxes', align: 'right', cell: ({ count }) => numberText(count) },
  {
    id: 'since',
    title: 'Since',
    cell: ({ since }) => (
      <time className="whitespace-nowrap" dateTime={since} title={momentText(since)}>
        {clockText(since)}
      </time>
    ),
  },
  {
    id: 'why',
    title: 'Why',
    cell: ({ cause, reason }) => (
      <span className="block max-w-form text-secondary wrap-anywhere">
        {reason ?? cause ?? 'To be signed in to'}
      </span>
    ),
  },
]
