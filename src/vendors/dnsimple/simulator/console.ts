import type { ConsoleSection } from '#vendors/sandbox/console/sections.ts'
import { findRegistered } from '#vendors/sandbox/names/registered-names.ts'
import { specialLabels } from '#vendors/sandbox/names/universe.ts'
import type { World } from '#vendors/sandbox/world.ts'
import type { DnsimpleAccount } from './account.ts'
import { secondDnsimple } from './demo.ts'
import { isDnsimpleServer } from './name-servers.ts'

const rowsShown = 100

const choices = (...values: string[]) => values.map((value) => ({ value, label: value.replaceAll('_', ' ') }))

export function dnsimpleSections(world: World, account: DnsimpleAccount): ConsoleSection[] {
  return [domainSection(world, account), recordSection(account), chargeSection(account)]
}

function domainSection(world: World, account: DnsimpleAccount): ConsoleSection {
  const settings = account.settings()
  return {
    title: 'DNSimple: domains and zones',
    hint: `Plan ${settings.plan}, ownership proof ${settings.ownershipProof.replaceAll('_', ' ')}, registrations ${settings.registrations.replaceAll('_', ' ')}, renewals ${settings.renewals.replaceAll('_', ' ')}${settings.unpaid ? ', card refused' : ''}. Labels that begin with ${specialLabels.join(', ')} behave specially when they are bought. Another account of this operator: token ${secondDnsimple.token}, contact ${secondDnsimple.registrantId}.`,
    columns: ['Domain', 'State', 'Renews', 'Points to', 'Records'],
    empty: 'No domain is in this account yet.',
    total: account.domains.count(),
    rows: account.domains.list({ newestFirst: true, limit: rowsShown }).map((domain) => {
      const delegation = findRegistered(world, domain.name)?.nameServers ?? []
      const here = delegation.some(isDnsimpleServer)
      const registering = domain.state === 'hosted' && domain.registrantId !== null
      return {
        cells: [
          { text: domain.name, mono: true },
          registering
            ? { text: 'registering', tone: 'wait' as const }
            : { text: domain.state, tone: domain.state === 'expired' ? ('bad' as const) : undefined },
          domain.expiresAt === null
            ? { text: registering ? '–' : 'elsewhere', tone: 'quiet' as const }
            : `${domain.autoRenew ? 'by itself' : 'no'}, ${new Date(domain.expiresAt).toISOString().slice(0, 10)}`,
          { text: here ? 'here' : 'elsewhere', tone: here ? 'good' : 'wait' },
          String(account.records.count(domain.name)),
        ],
      }
    }),
    actions: [
      {
        label: 'Change account',
        path: '/_dnsimple/settings',
        inputs: [
          {
            name: 'plan',
            label: 'Plan',
            value: settings.plan,
            options: choices('teams', 'enterprise'),
          },
          {
            name: 'ownershipProof',
            label: 'Ownership proof',
            value: settings.ownershipProof,
            options: choices('as_documented', 'always', 'never'),
          },
          {
            name: 'registrations',
            label: 'Registrations',
            value: settings.registrations,
            options: choices('by_tld', 'at_once', 'pending'),
          },
          {
            name: 'renewals',
            label: 'Renewals',
            value: settings.renewals,
            options: choices('by_tld', 'at_once', 'pending', 'failing'),
          },
        ],
      },
      settings.unpaid
        ? { label: 'Pay the bill', path: '/_dnsimple/settings', values: { unpaid: false } }
        : { label: 'Refuse the card', path: '/_dnsimple/settings', values: { unpaid: true }, danger: true },
    ],
  }
}

function recordSection(account: DnsimpleAccount): ConsoleSection {
  const records = account.records.list({ newestFirst: true }).filter((record) => !record.system)
  return {
    title: 'DNSimple: records',
    columns: ['Host', 'Type', 'Content'],
    empty: 'No zone has a record of its own yet.',
    total: records.length,
    rows: records.slice(0, rowsShown).map(({ name, zone, type, content, priority }) => ({
      cells: [
        { text: name === '' ? zone : `${name}.${zone}`, mono: true },
        type,
        { text: priority === null ? content : `${priority} ${content}`, long: true },
      ],
    })),
  }
}

function chargeSection(account: DnsimpleAccount): ConsoleSection {
  const charges = account.charges.list({ newestFirst: true })
  const total = charges.reduce((sum, charge) => sum + charge.cents, 0)
  return {
    title: "DNSimple: charges to the operator's card",
    hint: `$${(total / 100).toFixed(2)} in all.`,
    columns: ['Domain', 'For', 'Amount', 'At'],
    empty: 'Nothing was charged yet.',
    total: charges.length,
    rows: charges.slice(0, rowsShown).map((charge) => ({
      cells: [
        { text: charge.name, mono: true },
        charge.for,
        `$${(charge.cents / 100).toFixed(2)}`,
        new Date(charge.at).toISOString().slice(0, 16).replace('T', ' '),
      ],
    })),
  }
}
