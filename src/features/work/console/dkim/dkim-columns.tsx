import type { StatusTone } from '#features/orders/rules/order-status.ts'
import { Badge } from '#ui/badge.tsx'
import type { ConsoleColumn } from '#ui/console/table/columns.ts'
import { clockText, momentText } from '#ui/time-texts.ts'
import type { DkimDomain, DkimState } from '../../api/console-work.ts'

export const dkimStateWords: Record<DkimState, { word: string; tone: StatusTone }> = {
  needed: { word: 'Key needed', tone: 'warning' },
  answered: { word: 'Being published', tone: 'info' },
  published: { word: 'In DNS: start it', tone: 'warning' },
  started: { word: 'Started', tone: 'info' },
  on: { word: 'Waiting for a message', tone: 'info' },
  seen: { word: 'DKIM is on', tone: 'success' },
}

export const dkimColumns: readonly ConsoleColumn<DkimDomain>[] = [
  {
    id: 'domain',
    title: 'Domain',
    cell: ({ domain }) => (
      <span translate="no" className="font-medium wrap-anywhere">
        {domain}
      </span>
    ),
  },
  {
    id: 'state',
    title: 'State',
    cell: ({ state }) => <Badge tone={dkimStateWords[state].tone}>{dkimStateWords[state].word}</Badge>,
  },
  {
    id: 'account',
    title: 'Google account',
    cell: ({ account }) => <span className="wrap-anywhere">{account ?? '–'}</span>,
  },
  {
    id: 'customer',
    title: 'Customer',
    cell: ({ customer }) => <span className="wrap-anywhere">{customer?.email ?? '–'}</span>,
  },
  {
    id: 'since',
    title: 'Since',
    cell: ({ since }) => (
      <time className="whitespace-nowrap" dateTime={since} title={momentText(since)}>
        {clockText(since)}
      </time>
    ),
  },
]
