import { audit } from '#base/audit/audit.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import type { Probe } from '#vendors/ports/probe.ts'
import type { AccountName } from './account.ts'
import { probeProviderAccount } from './account-state.ts'

/** Somebody asks whether an account works: that is noted with the answer. Throws a `Refusal` when there is none. */
export async function askProviderAccount(
  deps: Pick<Dependencies, 'db' | 'vendors'>,
  account: AccountName,
): Promise<Probe> {
  const { id, probe } = await probeProviderAccount(deps, account)
  await audit(deps.db, {
    actor: 'operator',
    action: 'provider_account.probed',
    subject: id,
    data: probe.ok ? { works: true } : { works: false, reason: probe.reason },
  })
  return probe
}
