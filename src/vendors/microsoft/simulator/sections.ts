import type { ConsoleAction, ConsoleCell, ConsoleSection } from '#vendors/sandbox/console/sections.ts'
import type { MicrosoftState, Tenant, TenantDomain } from './state.ts'

const shown = 50

const interrupts: { name: string; label: string; isOn: (tenant: Tenant) => boolean }[] = [
  {
    name: 'securityDefaults',
    label: 'Security defaults',
    isOn: ({ securityDefaults }) => securityDefaults === true,
  },
  {
    name: 'registrationCampaign',
    label: 'Registration campaign',
    isOn: ({ registrationCampaign }) => registrationCampaign === 'enabled',
  },
  {
    name: 'usersMayNotConsent',
    label: 'Administrators consent',
    isOn: ({ usersMayNotConsent }) => usersMayNotConsent === true,
  },
]
function interruptsOf(tenant: Tenant): ConsoleCell {
  const on = interrupts.filter(({ isOn }) => isOn(tenant)).map(({ label }) => label)
  return on.length > 0 ? { text: on.join(', '), tone: 'wait' } : { text: 'nothing', tone: 'quiet' }
}

/** Tenants, domains and the newest mailboxes, for the console page. */
export const microsoftSections = (state: MicrosoftState): ConsoleSection[] => [
  tenantsSection(state),
  domainsSection(state),
  mailboxesSection(state),
]

function tenantsSection(state: MicrosoftState): ConsoleSection {
  return {
    title: 'Microsoft tenants',
    hint: 'What interrupts the sign-in of a mailbox: security defaults, the registration campaign, consent for administrators only.',
    columns: ['Tenant', 'Initial domain', 'Domains', 'Users', 'Deleted users', 'At sign-in'],
    rows: state.tenants.list().map((tenant) => ({
      cells: [
        { text: tenant.tenantId, mono: true },
        tenant.initialDomain,
        String(state.domains.count(tenant.tenantId)),
        String(state.users.count(tenant.tenantId)),
        String(state.deletedUsers.count(tenant.tenantId)),
        interruptsOf(tenant),
      ],
      actions: interrupts.map(({ name, label, isOn }) => ({
        label: `${label} ${isOn(tenant) ? 'off' : 'on'}`,
        path: '/_microsoft/sign-in',
        values: { tenantId: tenant.tenantId, [name]: isOn(tenant) ? 'off' : 'on' },
      })),
    })),
    empty: 'No tenant exists.',
  }
}

function domainsSection(state: MicrosoftState): ConsoleSection {
  const domains = state.domains.list().filter((domain) => !domain.isInitial)
  return {
    title: 'Microsoft domains',
    hint: 'A name can be verified in one organization only: claim one to see a customer meet that.',
    columns: ['Domain', 'Verified', 'Mail host', 'DKIM'],
    rows: domains
      .slice(-shown)
      .reverse()
      .map((domain) => ({
        cells: [
          domain.name,
          domain.isVerified ? { text: 'yes', tone: 'good' } : { text: 'not yet', tone: 'wait' },
          { text: domain.mailExchange, mono: true },
          dkimCell(state, domain),
        ],
        actions: dkimActions(state, domain),
      })),
    total: domains.length,
    empty: 'No domain has been added.',
    actions: [
      {
        label: 'Claim for another organization',
        path: '/_microsoft/claim',
        inputs: [{ name: 'domain', label: 'Domain' }],
      },
      {
        label: 'Release from another organization',
        path: '/_microsoft/release',
        inputs: [{ name: 'domain', label: 'Domain' }],
      },
    ],
  }
}

function dkimCell(state: MicrosoftState, domain: TenantDomain): ConsoleCell {
  const config = state.dkim.get(`${domain.tenantId}/${domain.name}`)
  if (!config) return { text: 'no keys', tone: 'quiet' }
  return config.enabled
    ? { text: 'on', tone: 'good' }
    : { text: `${config.selector1Cname} ${config.selector2Cname}`, tone: 'wait', mono: true, long: true }
}
function dkimActions(state: MicrosoftState, { name, tenantId, isVerified }: TenantDomain): ConsoleAction[] {
  if (!isVerified) return []
  const config = state.dkim.get(`${tenantId}/${name}`)
  if (!config) return [{ label: 'Create DKIM keys', path: '/_microsoft/dkim', values: { domain: name } }]
  if (config.enabled) return []
  return [{ label: 'Sign messages', path: '/_microsoft/dkim/start', values: { domain: name } }]
}

function mailboxesSection(state: MicrosoftState): ConsoleSection {
  const mailboxCount = state.mailboxes.count()
  const newest = state.mailboxes.list({ offset: Math.max(0, mailboxCount - shown) }).reverse()
  return {
    title: 'Microsoft mailboxes',
    columns: ['Address', 'Name', 'Kind', 'Sign-in'],
    rows: newest.map((mailbox) => ({
      cells: [
        mailbox.primarySmtpAddress,
        mailbox.displayName,
        mailbox.type === 'SharedMailbox' ? 'shared' : 'licensed',
        state.users.get(mailbox.id)?.accountEnabled
          ? { text: 'enabled', tone: 'good' }
          : { text: 'blocked', tone: 'quiet' },
      ],
    })),
    total: mailboxCount,
    empty: 'No mailbox has been made.',
  }
}
