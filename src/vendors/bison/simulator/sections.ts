import type { ConsoleSection } from '#vendors/sandbox/console/sections.ts'
import type { BisonState } from './state.ts'

const shown = 50

/** Workspaces and their newest senders, for the console page. */
export function bisonSections(state: BisonState): ConsoleSection[] {
  const senders = state.senders.list()
  return [
    {
      title: 'Email Bison workspaces',
      hint: 'Microsoft and Google mailboxes are uploaded by a person; the button plays that person.',
      columns: ['Name', 'Id', 'Senders', 'Warming up'],
      empty: 'No workspace yet.',
      rows: state.workspaces.list().map((workspace) => {
        const own = senders.filter((sender) => sender.workspaceId === workspace.id)
        return {
          cells: [
            workspace.name,
            { text: String(workspace.id), mono: true },
            String(own.length),
            String(own.filter((sender) => sender.warmupEnabled).length),
          ],
        }
      }),
      actions: [
        {
          label: 'Upload mailboxes',
          path: '/_bison/upload',
          inputs: [
            { name: 'key', label: 'API key' },
            { name: 'mailboxes', label: 'Addresses', lines: true },
          ],
        },
      ],
    },
    {
      title: 'Email Bison senders',
      columns: ['Address', 'Name', 'Type', 'Daily limit', 'Warm-up'],
      empty: 'No sender yet.',
      total: senders.length,
      rows: senders
        .slice(-shown)
        .reverse()
        .map((sender) => ({
          cells: [
            { text: sender.email, mono: true },
            sender.name,
            sender.type,
            String(sender.dailyLimit),
            sender.warmupEnabled
              ? { text: 'on', tone: 'good' as const }
              : { text: 'off', tone: 'quiet' as const },
          ],
        })),
    },
  ]
}
