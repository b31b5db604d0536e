import type { ConsoleSection } from '../console/sections.ts'
import type { SmartleadState } from './state.ts'

const shown = 50

/** Users and their newest accounts, for the console page. */
export function smartleadSections(state: SmartleadState): ConsoleSection[] {
  const accounts = state.accounts.list()
  return [
    {
      title: 'Smartlead users',
      columns: ['Name', 'Id', 'E-mail', 'Accounts', 'Warming up'],
      empty: 'No user yet.',
      rows: state.users.list().map((user) => {
        const own = accounts.filter((account) => account.userId === user.id)
        return {
          cells: [
            user.name,
            { text: String(user.id), mono: true },
            user.email,
            String(own.length),
            String(own.filter((account) => account.warmup.status === 'ACTIVE').length),
          ],
        }
      }),
    },
    {
      title: 'Smartlead accounts',
      columns: ['Address', 'Name', 'Type', 'Per day', 'Warm-up', 'Signature'],
      empty: 'No sending account yet.',
      total: accounts.length,
      rows: accounts
        .slice(-shown)
        .reverse()
        .map((account) => ({
          cells: [
            { text: account.fromEmail, mono: true },
            account.fromName,
            account.type,
            String(account.messagePerDay),
            account.warmup.blockedReason
              ? { text: 'blocked', tone: 'bad' as const }
              : account.warmup.status === 'ACTIVE'
                ? { text: 'on', tone: 'good' as const }
                : { text: 'off', tone: 'quiet' as const },
            account.signature ? 'set' : '–',
          ],
        })),
    },
  ]
}
