import type { ConsoleCell, ConsoleSection } from '#vendors/sandbox/console/sections.ts'
import type { OauthLinks } from './oauth-links.ts'
import type { SmartleadState } from './state.ts'

const shown = 50

/** Users and their newest accounts, for the console page. */
export function smartleadSections(state: SmartleadState, links: OauthLinks): ConsoleSection[] {
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
      title: 'Smartlead OAuth links',
      hint: 'What a customer copies from "Add account": whoever signs in there is added to that workspace.',
      columns: ['User', 'Microsoft', 'Google', 'App of one’s own'],
      empty: 'No user yet.',
      rows: state.users.list().map((user) => ({
        cells: [
          user.name,
          { text: links.linkOf(user.id, 'microsoft'), mono: true, long: true },
          { text: links.linkOf(user.id, 'google'), mono: true, long: true },
          Object.values(user.ownApps ?? {}).join(', ') || { text: 'none', tone: 'quiet' },
        ],
      })),
      actions: [
        {
          label: 'Set an app of one’s own',
          path: '/_smartlead/oauth-app',
          inputs: [
            { name: 'userId', label: 'User id', numeric: true },
            {
              name: 'provider',
              label: 'Host',
              options: ['microsoft', 'google'].map((value) => ({ value, label: value })),
            },
            { name: 'clientId', label: 'Client id' },
          ],
        },
      ],
    },
    {
      title: 'Smartlead accounts',
      columns: ['Address', 'Name', 'Type', 'Connected', 'Per day', 'Warm-up', 'Signature'],
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
            connectionCell(state.connectionOf(account)),
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

function connectionCell({
  isSmtp,
  isImap,
  smtpFailure,
  imapFailure,
}: ReturnType<SmartleadState['connectionOf']>): ConsoleCell {
  return isSmtp && isImap
    ? { text: 'yes', tone: 'good' }
    : { text: smtpFailure ?? imapFailure ?? 'no', tone: 'bad' }
}
