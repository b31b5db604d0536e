import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import type { World } from '#vendors/sandbox/world.ts'
import { CmdletError, objectNotFound } from './answers.ts'
import { type Cmdlet, type Parameters, required } from './cmdlet.ts'
import { dueAt } from './delays.ts'
import { switched } from './smtp-auth.ts'
import {
  deleteUser,
  domainOf,
  findMailbox,
  getDomain,
  type MicrosoftState,
  putMailbox,
  putUser,
  type Tenant,
  type TenantMailbox,
  type TenantUser,
} from './state.ts'

const resultSizeDefault = 1_000
const addressesForm = z.object({ Add: z.union([z.string(), z.array(z.string())]).optional() })

/** Exchange names the user by the alias only when it is plain; otherwise it makes a random name. */
const plainAlias = /^[A-Za-z](?!.*\.\.)[A-Za-z0-9._-]{0,62}$(?<!\.)/

interface Exchange {
  world: World
  state: MicrosoftState
}

export function createMailboxCmdlets(world: World, state: MicrosoftState): Record<string, Cmdlet> {
  const exchange = { world, state }
  return {
    ...domainCmdlets(exchange),
    'New-Mailbox': (tenant, parameters) => newMailbox(exchange, tenant, parameters),
    ...mailboxCmdlets(exchange),
    ...clientAccessCmdlets(exchange),
    ...transportCmdlets(exchange),
  }
}

const present = (state: MicrosoftState, mailbox: TenantMailbox) => ({
  ExternalDirectoryObjectId: mailbox.id,
  Guid: mailbox.id,
  Name: mailbox.name,
  Alias: mailbox.alias,
  DisplayName: mailbox.displayName,
  UserPrincipalName: state.users.get(mailbox.id)?.userPrincipalName,
  PrimarySmtpAddress: mailbox.primarySmtpAddress,
  EmailAddresses: mailbox.addresses.map((address) =>
    address === mailbox.primarySmtpAddress.toLowerCase() ? `SMTP:${address}` : `smtp:${address}`,
  ),
  RecipientTypeDetails: mailbox.type,
  IsShared: mailbox.type === 'SharedMailbox',
})

function mailboxOf({ world, state }: Exchange, tenant: Tenant, parameters: Parameters): TenantMailbox {
  const identity = required(parameters, 'Identity')
  const mailbox = findMailbox(state, tenant.tenantId, identity)
  if (!mailbox || mailbox.readyAt > world.now()) throw objectNotFound(identity)
  return mailbox
}

function mustBeAccepted({ world, state }: Exchange, tenant: Tenant, address: string) {
  const domain = getDomain(state, tenant.tenantId, domainOf(address))
  if (domain?.acceptedAt === undefined || domain.acceptedAt > world.now())
    throw new CmdletError(
      'Microsoft.Exchange.Data.Directory.NotAcceptedDomainException',
      `You can't use the domain because it's not an accepted domain for your organization: ${domainOf(address)}.`,
    )
}

function mustBeFree({ state }: Exchange, tenant: Tenant, kind: 'name' | 'alias' | 'smtp', value: string) {
  const key = `${tenant.tenantId}/${kind}:${value.toLowerCase()}`
  const takenByUser = kind === 'smtp' && state.userNames.get(`${tenant.tenantId}/${value.toLowerCase()}`)
  if (!state.identities.get(key) && !takenByUser) return
  throw kind === 'name'
    ? new CmdletError(
        'Microsoft.Exchange.Data.Directory.ADObjectAlreadyExistsException',
        `The name "${value}" is already being used. Please try another name.`,
      )
    : new CmdletError(
        'Microsoft.Exchange.Data.Directory.ProxyAddressExistsException',
        `The proxy address "SMTP:${value}" is already being used by the proxy addresses or LegacyExchangeDN. Please choose another proxy address.`,
      )
}

function domainCmdlets({ world, state }: Exchange): Record<string, Cmdlet> {
  return {
    'Get-AcceptedDomain': (tenant, { Identity: identity }) => {
      const accepted = state.domains
        .list({ parent: tenant.tenantId })
        .filter(({ acceptedAt }) => acceptedAt !== undefined && acceptedAt <= world.now())
        .filter(({ name }) => identity === undefined || name === String(identity).toLowerCase())
      if (identity !== undefined && accepted.length === 0) throw objectNotFound(String(identity))
      return accepted.map((domain) => ({
        DomainName: domain.name,
        Name: domain.name,
        DomainType: 'Authoritative',
        Default: domain.isDefault,
      }))
    },
  }
}

function newMailbox(exchange: Exchange, tenant: Tenant, parameters: Parameters) {
  if (parameters.Shared !== true)
    throw new CmdletError(
      'System.Management.Automation.ParameterBindingException',
      'The sandbox makes shared mailboxes only: Shared is missing.',
    )
  const name = required(parameters, 'Name')
  const alias = typeof parameters.Alias === 'string' ? parameters.Alias : name
  const address = required(parameters, 'PrimarySmtpAddress')
  if (name.length > 64 || alias.length > 64)
    throw new CmdletError(
      'Microsoft.Exchange.Data.PropertyValidationException',
      'The length of the property is too long. The maximum length is 64.',
    )
  mustBeAccepted(exchange, tenant, address)
  const initialAddress = `${alias}@${tenant.initialDomain}`
  mustBeFree(exchange, tenant, 'name', name)
  mustBeFree(exchange, tenant, 'alias', alias)
  mustBeFree(exchange, tenant, 'smtp', address)
  mustBeFree(exchange, tenant, 'smtp', initialAddress)
  const made = rowsOf(exchange, tenant, parameters, { name, alias, address, initialAddress })
  const { state } = exchange
  state.store.transaction(() => {
    putUser(state, made.user)
    putMailbox(state, made.mailbox)
  })
  return [present(state, made.mailbox)]
}

/** A shared mailbox, and the user without a password that Exchange makes for it. */
function rowsOf(
  { world }: Exchange,
  tenant: Tenant,
  parameters: Parameters,
  { name, alias, address, initialAddress }: Record<'name' | 'alias' | 'address' | 'initialAddress', string>,
): { user: TenantUser; mailbox: TenantMailbox } {
  const id = randomUUID()
  const now = world.now()
  const displayName = typeof parameters.DisplayName === 'string' ? parameters.DisplayName : name
  const user: TenantUser = {
    id,
    tenantId: tenant.tenantId,
    userPrincipalName: plainAlias.test(alias)
      ? initialAddress
      : `${alias.slice(0, 2)}${randomUUID().slice(0, 18)}@${tenant.initialDomain}`,
    displayName,
    givenName: typeof parameters.FirstName === 'string' ? parameters.FirstName : null,
    surname: typeof parameters.LastName === 'string' ? parameters.LastName : null,
    mailNickname: alias,
    accountEnabled: false,
    usageLocation: null,
    password: null,
    skuIds: [],
    createdAt: now,
    visibleAt: dueAt(world, 'sharedMailboxUser'),
    listedAt: dueAt(world, 'sharedMailboxUser'),
  }
  const mailbox: TenantMailbox = {
    id,
    tenantId: tenant.tenantId,
    name,
    alias,
    displayName,
    primarySmtpAddress: address,
    addresses: [address.toLowerCase(), initialAddress.toLowerCase()],
    type: 'SharedMailbox',
    smtpClientAuthenticationDisabled: null,
    readyAt: now,
  }
  return { user, mailbox }
}

/** Whatever has the address, or is called so: https://learn.microsoft.com/powershell/module/exchange/get-recipient */
function recipientOf(exchange: Exchange, tenant: Tenant, parameters: Parameters) {
  const { state } = exchange
  const key = `${tenant.tenantId}/smtp:${required(parameters, 'Identity').toLowerCase()}`
  const other = state.recipients.get(state.identities.get(key) ?? '')
  if (!other) return present(state, mailboxOf(exchange, tenant, parameters))
  const { id, displayName, primarySmtpAddress, type } = other
  return {
    ExternalDirectoryObjectId: id,
    DisplayName: displayName,
    PrimarySmtpAddress: primarySmtpAddress,
    RecipientTypeDetails: type,
  }
}

function mailboxCmdlets(exchange: Exchange): Record<string, Cmdlet> {
  const { world, state } = exchange
  return {
    'Get-Mailbox': (tenant, parameters) => {
      if (parameters.Identity !== undefined) return [present(state, mailboxOf(exchange, tenant, parameters))]
      const size =
        parameters.ResultSize === 'Unlimited' ? -1 : Number(parameters.ResultSize ?? resultSizeDefault)
      return state.mailboxes
        .list({ parent: tenant.tenantId, limit: size })
        .map((mailbox) => present(state, mailbox))
    },

    'Get-Recipient': (tenant, parameters) => [recipientOf(exchange, tenant, parameters)],

    'Set-Mailbox': (tenant, parameters) => {
      const mailbox = { ...mailboxOf(exchange, tenant, parameters) }
      const { Type: type, DisplayName: displayName, EmailAddresses: emailAddresses } = parameters
      if (type === 'Shared' || type === 'Regular')
        mailbox.type = type === 'Shared' ? 'SharedMailbox' : 'UserMailbox'
      if (typeof displayName === 'string') mailbox.displayName = displayName
      const added = addressesForm.safeParse(emailAddresses).data?.Add
      for (const proxy of added === undefined ? [] : [added].flat()) {
        const address = proxy.replace(/^smtp:/i, '')
        mustBeAccepted(exchange, tenant, address)
        mustBeFree(exchange, tenant, 'smtp', address)
        mailbox.addresses = [...mailbox.addresses, address.toLowerCase()]
      }
      putMailbox(state, mailbox)
      return []
    },

    'Remove-Mailbox': (tenant, parameters) => {
      const mailbox = mailboxOf(exchange, tenant, parameters)
      const user = state.users.get(mailbox.id)
      if (user) deleteUser(state, user, world.now())
      return []
    },
  }
}

/** How a mailbox may be reached. */
function clientAccessCmdlets(exchange: Exchange): Record<string, Cmdlet> {
  const { world, state } = exchange
  return {
    'Set-CASMailbox': (tenant, parameters) => {
      const mailbox = mailboxOf(exchange, tenant, parameters)
      const { SmtpClientAuthenticationDisabled: off, ImapEnabled: imap } = parameters
      putMailbox(state, {
        ...mailbox,
        ...((typeof off === 'boolean' || off === null) && {
          smtpClientAuthenticationDisabled: off,
          smtpAuth: switched(world, mailbox.smtpAuth, mailbox.smtpClientAuthenticationDisabled),
        }),
        ...(typeof imap === 'boolean' && { imapEnabled: imap }),
      })
      return []
    },

    'Get-CASMailbox': (tenant, parameters) => {
      const mailbox = mailboxOf(exchange, tenant, parameters)
      return [
        {
          Name: mailbox.name,
          PrimarySmtpAddress: mailbox.primarySmtpAddress,
          SmtpClientAuthenticationDisabled: mailbox.smtpClientAuthenticationDisabled,
          ImapEnabled: mailbox.imapEnabled !== false,
        },
      ]
    },
  }
}

function transportCmdlets({ world, state }: Exchange): Record<string, Cmdlet> {
  return {
    'Get-TransportConfig': (tenant) => [
      { SmtpClientAuthenticationDisabled: tenant.smtpClientAuthenticationDisabled },
    ],

    'Set-TransportConfig': (tenant, { SmtpClientAuthenticationDisabled: off }) => {
      if (typeof off === 'boolean')
        state.tenants.put(tenant.tenantId, {
          ...tenant,
          smtpClientAuthenticationDisabled: off,
          smtpAuth: switched(world, tenant.smtpAuth, tenant.smtpClientAuthenticationDisabled),
        })
      return []
    },
  }
}
