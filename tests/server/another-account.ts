import { demoGoogleAccount } from '#vendors/google/simulator/demo.ts'
import { demoMicrosoftTenant } from '#vendors/microsoft/simulator/demo.ts'
import type { Sandbox } from '#vendors/sandbox/sandbox.ts'

/** Another tenant and another Google account at the simulated hosts, with their credentials, as an operator buys them. */
export function createAccountsAtHosts({ store }: Pick<Sandbox, 'store'>) {
  const id = crypto.randomUUID().replaceAll('-', '')
  const microsoft = {
    ...demoMicrosoftTenant,
    tenantId: crypto.randomUUID(),
    initialDomain: `t${id}.onmicrosoft.com`,
  }
  const google = {
    ...demoGoogleAccount,
    clientEmail: `provisioner@p${id}.iam.gserviceaccount.com`,
    customerId: `C${id.slice(0, 12)}`,
    adminEmail: `admin@w${id}.test`,
  }
  /** Like the one that is there from the beginning but for its names. */
  const copy = (
    collection: string,
    key: string,
    names: readonly (readonly [from: string, to: string])[],
    group?: string,
  ) => {
    const renamed = (text: string) => names.reduce((before, [from, to]) => before.replaceAll(from, to), text)
    const held = store.collection(collection)
    held.put(renamed(key), JSON.parse(renamed(JSON.stringify(held.get(key)))), group)
  }
  const tenant = demoMicrosoftTenant
  const tenantNames = [
    [tenant.tenantId, microsoft.tenantId],
    [tenant.initialDomain, microsoft.initialDomain],
  ] as const
  copy('microsoft.tenants', tenant.tenantId, tenantNames)
  copy('microsoft.domains', `${tenant.tenantId}/${tenant.initialDomain}`, tenantNames, microsoft.tenantId)
  const account = demoGoogleAccount
  copy('google.accounts', account.customerId, [
    [account.customerId, google.customerId],
    [account.clientEmail, google.clientEmail],
    [account.adminEmail, google.adminEmail],
  ])
  return { microsoft, google }
}
