import { createPublicKey } from 'node:crypto'
import { googleState, putUser as putWorkspaceUser } from '#vendors/google/simulator/state.ts'
import { microsoftState, putDomain, putMailbox, putUser } from '#vendors/microsoft/simulator/state.ts'
import type { World } from '../world.ts'
import { demoProbeMailboxes, secondProbeMailboxes } from './demo.ts'

type Probes = typeof demoProbeMailboxes | typeof secondProbeMailboxes

/** Puts the operator's probe mailboxes there, each with an app that may read mail and nothing else. */
export function seedProbes(world: World): void {
  seedMicrosoftProbe(world, demoProbeMailboxes, { id: '5a7d2c1e-84b0-4e93-9f26-c0b1d4e7a358' })
  seedMicrosoftProbe(world, secondProbeMailboxes, { id: 'c83e60f7-2b19-4da5-b4c8-67d05a9e13f2' })
  seedGoogleProbe(world, demoProbeMailboxes, { id: '104857600000000000001', customerId: 'C03probe7' })
  seedGoogleProbe(world, secondProbeMailboxes, { id: '104857600000000000002', customerId: 'C03probe8' })
}

function seedMicrosoftProbe(world: World, { microsoft }: Probes, { id }: { id: string }): void {
  const state = microsoftState(world.store)
  const { address, tenantId, clientId, clientSecret } = microsoft
  const now = world.now()
  const initialDomain = address.slice(address.indexOf('@') + 1)
  state.tenants.put(tenantId, {
    tenantId,
    displayName: initialDomain.split('.')[0] ?? initialDomain,
    initialDomain,
    apps: [{ clientId, clientSecret, permissions: ['Mail.Read'], exchangeAdministrator: false }],
    skus: [],
    smtpClientAuthenticationDisabled: true,
  })
  putDomain(state, {
    name: initialDomain,
    tenantId,
    isInitial: true,
    isDefault: true,
    isVerified: true,
    supportedServices: ['Email'],
    verificationCode: 'ms10000001',
    mailExchange: 'onmicrosoft.mail.protection.outlook.com',
    acceptedAt: now,
  })
  putUser(state, {
    id,
    tenantId,
    userPrincipalName: address,
    displayName: 'Proof',
    givenName: null,
    surname: null,
    mailNickname: 'proof',
    accountEnabled: true,
    usageLocation: null,
    password: null,
    skuIds: [],
    createdAt: now,
    visibleAt: now,
    listedAt: now,
  })
  putMailbox(state, {
    id,
    tenantId,
    name: 'proof',
    alias: 'proof',
    displayName: 'Proof',
    primarySmtpAddress: address,
    addresses: [address],
    type: 'UserMailbox',
    smtpClientAuthenticationDisabled: null,
    readyAt: now,
  })
}

function seedGoogleProbe(
  world: World,
  { google }: Probes,
  { id, customerId }: { id: string; customerId: string },
): void {
  const state = googleState(world.store)
  const { address, clientEmail, privateKey } = google
  const now = world.now()
  const name = address.slice(address.indexOf('@') + 1)
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString()
  const delegatedScopes = ['https://www.googleapis.com/auth/gmail.readonly']
  state.accounts.put(customerId, {
    customerId,
    primaryDomain: name,
    admins: [],
    serviceAccounts: [{ clientEmail, publicKey, delegatedScopes }],
    userLimit: 10,
  })
  state.domains.put(name, { name, customerId, isPrimary: true, createdAt: now, verifiedAt: now }, customerId)
  putWorkspaceUser(state, {
    id,
    customerId,
    primaryEmail: address,
    givenName: 'Proof',
    familyName: 'Mailbox',
    password: '',
    suspended: false,
    createdAt: now,
    mailboxAt: now,
    listedAt: now,
    imapEnabled: false,
  })
}
