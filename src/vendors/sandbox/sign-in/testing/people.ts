import { demoGoogleAccount } from '#vendors/google/simulator/demo.ts'
import { googleState, putUser as putGoogleUser, type WorkspaceUser } from '#vendors/google/simulator/state.ts'
import { demoMicrosoftTenant } from '#vendors/microsoft/simulator/demo.ts'
import { microsoftState, putMailbox, putUser, type TenantUser } from '#vendors/microsoft/simulator/state.ts'
import type { Sandbox } from '../../sandbox.ts'

const { tenantId, initialDomain } = demoMicrosoftTenant
export const password = 'Correct-Horse-42'

/** Someone with a mailbox in the demo tenant, whose password is the one above. */
export function addMicrosoftUser(sandbox: Sandbox, local: string, change: Partial<TenantUser> = {}): string {
  const state = microsoftState(sandbox.store)
  const address = `${local}@${initialDomain}`
  const user: TenantUser = {
    id: `id-of-${local}`,
    tenantId,
    userPrincipalName: address,
    displayName: 'Jo Doe',
    givenName: 'Jo',
    surname: 'Doe',
    mailNickname: local,
    accountEnabled: true,
    usageLocation: 'US',
    password,
    skuIds: [],
    createdAt: Date.now(),
    visibleAt: 0,
    listedAt: 0,
    ...change,
  }
  putUser(state, user)
  putMailbox(state, {
    id: user.id,
    tenantId,
    name: local,
    alias: local,
    displayName: user.displayName,
    primarySmtpAddress: address,
    addresses: [address],
    type: 'SharedMailbox',
    smtpClientAuthenticationDisabled: null,
    readyAt: 0,
  })
  return address
}

/** Someone with a mailbox in the demo's Workspace account. */
export function addGoogleUser(sandbox: Sandbox, local: string, change: Partial<WorkspaceUser> = {}): string {
  const domain = demoGoogleAccount.adminEmail.split('@')[1] ?? ''
  const user: WorkspaceUser = {
    id: `1${local}`,
    customerId: demoGoogleAccount.customerId,
    primaryEmail: `${local}@${domain}`,
    givenName: 'Jo',
    familyName: 'Doe',
    password,
    suspended: false,
    createdAt: 0,
    mailboxAt: 0,
    listedAt: 0,
    imapEnabled: true,
    ...change,
  }
  putGoogleUser(googleState(sandbox.store), user)
  return user.primaryEmail
}

/** The link as the real one is, with its host replaced by the sandbox's. */
export function atSandbox(sandbox: Sandbox, link: string): string {
  const { pathname, search } = new URL(link)
  return `http://127.0.0.1:${sandbox.ports.signIn}${pathname}${search}`
}
