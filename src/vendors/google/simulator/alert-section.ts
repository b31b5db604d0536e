import type { ConsoleSection } from '#vendors/sandbox/console/sections.ts'
import { demoGoogleAccount } from './demo.ts'
import type { GoogleState } from './state.ts'

const shown = 50

/** Alerts of the accounts, for the console page. */
export function alertsSection(state: GoogleState): ConsoleSection {
  const alerts = state.alerts.list().reverse()
  const { customerId } = demoGoogleAccount
  return {
    title: 'Google alerts',
    hint: 'What Google raises in an account’s Alert Center, which the product reads every quarter of an hour.',
    columns: ['Type', 'Detail', 'State'],
    rows: alerts.slice(0, shown).map(({ alertId, type, data, status }) => ({
      cells: [
        type,
        { text: JSON.stringify(data ?? null), mono: true, long: true },
        status === 'CLOSED' ? { text: 'closed', tone: 'quiet' } : { text: 'open', tone: 'bad' },
      ],
      actions:
        status === 'CLOSED' ? [] : [{ label: 'Close', path: '/_google/alert/close', values: { alertId } }],
    })),
    total: alerts.length,
    empty: 'No alert has been raised.',
    actions: [
      {
        label: 'Warn the account',
        path: '/_google/alert/account',
        values: { customerId, state: 'WARNING' },
        danger: true,
      },
      {
        label: 'Suspend the account',
        path: '/_google/alert/account',
        values: { customerId, state: 'SUSPENDED' },
        danger: true,
      },
      {
        label: 'Suspended a user',
        path: '/_google/alert/mailbox',
        values: { customerId, type: 'User suspended (spam)' },
        inputs: [{ name: 'address', label: 'Address' }],
      },
      { label: 'An unknown alert', path: '/_google/alert', values: { customerId } },
    ],
  }
}
