import type { ConsoleSection } from '#vendors/sandbox/console/sections.ts'
import type { InstantlyState } from './state.ts'

const shown = 50

/** Workspaces and their newest accounts, for the console page. */
export function instantlySections(state: InstantlyState): ConsoleSection[] {
  const workspaces = state.workspaces.list()
  const accounts = state.accounts.list()
  return [
    {
      title: 'Instantly workspaces',
      columns: ['Name', 'Id', 'Plan', 'Accounts', 'Warming up'],
      empty: 'No workspace has been opened yet.',
      rows: workspaces.map((workspace) => {
        const own = accounts.filter((account) => account.workspaceId === workspace.id)
        return {
          cells: [
            workspace.name,
            { text: workspace.id, mono: true },
            workspace.planId ?? { text: 'none', tone: 'bad' },
            String(own.length),
            String(own.filter((account) => account.warmupStatus === 1).length),
          ],
        }
      }),
    },
    {
      title: 'Instantly accounts',
      columns: ['Address', 'Name', 'Daily limit', 'Warm-up', 'Signature'],
      empty: 'No sending account yet.',
      total: accounts.length,
      rows: accounts
        .slice(-shown)
        .reverse()
        .map((account) => ({
          cells: [
            { text: account.email, mono: true },
            `${account.firstName} ${account.lastName}`,
            account.dailyLimit === null ? '–' : String(account.dailyLimit),
            account.warmupStatus === 1
              ? { text: 'on', tone: 'good' as const }
              : account.warmupStatus < 0
                ? { text: 'banned', tone: 'bad' as const }
                : { text: 'off', tone: 'quiet' as const },
            account.signature ? 'set' : '–',
          ],
        })),
    },
  ]
}
