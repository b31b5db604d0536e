import type { ConsoleAction, ConsoleCell, ConsoleSection } from '#vendors/sandbox/console/sections.ts'
import { appWithClientId, oauthApps } from '#vendors/sandbox/sign-in/oauth-apps.ts'
import type { World } from '#vendors/sandbox/world.ts'
import { alertsSection } from './alert-section.ts'
import { type GoogleState, isVerified, outsideCustomer, type WorkspaceDomain } from './state.ts'

const shown = 50

const nameOfApp = (clientId: string) => appWithClientId('google', clientId)?.name ?? clientId

/** Accounts, domains and the newest users, for the console page. */
export const googleSections = (world: World, state: GoogleState): ConsoleSection[] => [
  accountsSection(state),
  domainsSection(world, state),
  usersSection(world, state),
  alertsSection(state),
]

function accountsSection(state: GoogleState): ConsoleSection {
  return {
    title: 'Google accounts',
    hint: 'Whoever connects a mailbox to a sending tool meets "admin_policy_enforced" until its app is trusted.',
    columns: ['Customer', 'Primary domain', 'Domains', 'Users', 'Trusted apps'],
    rows: state.accounts.list().map((account) => ({
      cells: [
        { text: account.customerId, mono: true },
        account.primaryDomain,
        String(state.domains.count(account.customerId)),
        String(state.users.count(account.customerId)),
        (account.trustedApps ?? []).map(nameOfApp).join(', ') || { text: 'none', tone: 'quiet' },
      ],
      actions: oauthApps
        .filter(({ google }) => !account.trustedApps?.includes(google.clientId))
        .map(({ name, google }) => ({
          label: `Trust ${name}`,
          path: '/_google/trust',
          values: { customerId: account.customerId, clientId: google.clientId },
        })),
    })),
    empty: 'No account exists.',
  }
}

function domainsSection(world: World, state: GoogleState): ConsoleSection {
  const domains = state.domains.list().filter((domain) => !domain.isPrimary)
  return {
    title: 'Google domains',
    hint: 'DKIM is switched on by a person in the admin console: here, with these buttons.',
    columns: ['Domain', 'Verified', 'DKIM'],
    rows: domains
      .slice(-shown)
      .reverse()
      .map((domain) => ({
        cells: [
          domain.name,
          domain.customerId === outsideCustomer
            ? { text: 'another customer', tone: 'bad' }
            : isVerified(domain, world.now())
              ? { text: 'yes', tone: 'good' }
              : { text: 'not yet', tone: 'wait' },
          dkimCell(state, domain.name),
        ],
        actions: dkimActions(world, state, domain),
      })),
    total: domains.length,
    empty: 'No domain has been added.',
    actions: [
      {
        label: 'Claim for another customer',
        path: '/_google/claim',
        inputs: [{ name: 'domain', label: 'Domain' }],
      },
    ],
  }
}

function dkimCell(state: GoogleState, name: string): ConsoleCell {
  const dkim = state.dkim.get(name)
  if (!dkim) return { text: 'not generated', tone: 'quiet' }
  return dkim.authenticating
    ? { text: 'authenticating', tone: 'good' }
    : { text: dkim.txt, tone: 'wait', mono: true, long: true }
}
function dkimActions(world: World, state: GoogleState, domain: WorkspaceDomain): ConsoleAction[] {
  const { name, customerId } = domain
  if (customerId === outsideCustomer)
    return [{ label: 'Release', path: '/_google/release', values: { domain: name } }]
  if (!isVerified(domain, world.now())) return []
  const dkim = state.dkim.get(name)
  if (!dkim) return [{ label: 'Generate DKIM record', path: '/_google/dkim', values: { domain: name } }]
  if (dkim.authenticating) return []
  return [{ label: 'Start authentication', path: '/_google/dkim/start', values: { domain: name } }]
}

function usersSection(world: World, state: GoogleState): ConsoleSection {
  const userCount = state.users.count()
  const newest = state.users.list({ offset: Math.max(0, userCount - shown) }).reverse()
  return {
    title: 'Google users',
    columns: ['Address', 'Name', 'Mailbox', 'State'],
    rows: newest.map((user) => ({
      cells: [
        user.primaryEmail,
        `${user.givenName} ${user.familyName}`,
        user.mailboxAt <= world.now()
          ? { text: 'ready', tone: 'good' }
          : { text: 'being made', tone: 'wait' },
        user.suspended ? { text: 'suspended', tone: 'quiet' } : { text: 'active', tone: 'good' },
      ],
    })),
    total: userCount,
    empty: 'No user has been made.',
  }
}
