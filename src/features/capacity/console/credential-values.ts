import { keysOf } from '#base/records/keys-of.ts'
import { accountHosts } from '../rules/account-hosts.ts'
import type { AccountCredentials } from '../rules/account-rooms.ts'

export type Host = AccountCredentials['host']

interface CredentialField {
  label: string
  hint: string
  /** Hidden while it is typed; a key file is pasted as it is. */
  kind?: 'secret' | 'file'
}

/** What is entered for an account of each host, in the order of its form. */
const credentialFields = {
  microsoft: {
    tenantId: { label: 'Directory (tenant) id', hint: 'A GUID, from the tenant’s overview.' },
    clientId: { label: 'Application (client) id', hint: 'A GUID, from the app registration.' },
    initialDomain: { label: 'Initial domain', hint: 'The tenant’s name.onmicrosoft.com.' },
    clientSecret: { label: 'Client secret', hint: 'Its value, not its id.', kind: 'secret' },
  },
  google: {
    adminEmail: { label: 'Administrator', hint: 'The super administrator it acts for.' },
    customerId: { label: 'Customer id', hint: 'Begins with C; from the account’s settings.' },
    keyFile: { label: 'Key file', hint: 'The service account’s key file: all of it.', kind: 'file' },
  },
} as const satisfies Record<Host, Record<string, CredentialField>>

export type CredentialValues = Readonly<Record<string, string>>

export const fieldsOf = (host: Host): [name: string, field: CredentialField][] =>
  Object.entries(credentialFields[host])

/** What was entered, as it is sent. */
export function credentialsOf(host: Host, values: CredentialValues): AccountCredentials {
  const given = (name: string) => values[name] ?? ''
  if (host === 'google')
    return {
      host,
      adminEmail: given('adminEmail'),
      customerId: given('customerId'),
      keyFile: given('keyFile'),
    }
  return {
    host,
    tenantId: given('tenantId'),
    clientId: given('clientId'),
    initialDomain: given('initialDomain'),
    clientSecret: given('clientSecret'),
  }
}

/** What is still to be entered, as a reason not to send; false where all is there. */
export function missingOf(host: Host, values: CredentialValues): string | false {
  const missing = fieldsOf(host).find(([name]) => !values[name]?.trim())
  return missing ? `Please enter: ${missing[1].label}.` : false
}

export const hostOptions = keysOf(accountHosts).map((value) => ({ value, label: accountHosts[value].title }))
