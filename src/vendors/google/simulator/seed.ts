import { createPublicKey } from 'node:crypto'
import type { World } from '#vendors/sandbox/world.ts'
import { demoGoogleAccount } from './demo.ts'
import { domainOf, type GoogleState, type WorkspaceAccount } from './state.ts'

/** What an administrator allows the product's service account to do. */
const delegatedScopes = [
  'admin.directory.domain',
  'admin.directory.user',
  'siteverification',
  'gmail.settings.basic',
  'gmail.send',
  'apps.alerts',
].map((scope) => `https://www.googleapis.com/auth/${scope}`)

/** Puts a Workspace account there whose service account may do everything the product needs. */
function createAccount(
  world: World,
  state: GoogleState,
  credentials: { clientEmail: string; privateKey: string; adminEmail: string; customerId: string },
): WorkspaceAccount {
  const { customerId, adminEmail, clientEmail } = credentials
  const publicKey = createPublicKey(credentials.privateKey).export({ type: 'spki', format: 'pem' }).toString()
  const account: WorkspaceAccount = {
    customerId,
    primaryDomain: domainOf(adminEmail),
    admins: [adminEmail],
    serviceAccounts: [{ clientEmail, publicKey, delegatedScopes }],
    userLimit: 100_000,
  }
  const now = world.now()
  state.accounts.put(customerId, account)
  state.domains.put(
    account.primaryDomain,
    { name: account.primaryDomain, customerId, isPrimary: true, createdAt: now, verifiedAt: now },
    customerId,
  )
  return account
}

export const seedGoogle = (world: World, state: GoogleState) => createAccount(world, state, demoGoogleAccount)
