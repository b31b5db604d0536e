import { audit } from '#base/audit/audit.ts'
import { newId } from '#base/db/ids.ts'
import { dnsAccounts } from '#base/db/schema/index.ts'
import { placeOf } from '#base/db/sealed-columns.ts'
import { brokenConstraint } from '#base/db/sql-state.ts'
import { conflict } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { noteDnsProbe, numberOf, parseDnsCredentials } from './dns-account.ts'

/** Adds an account at the registrar that was seen to work; new domains are shared with it at once. Throws a `Refusal`. */
export async function addDnsAccount(
  deps: Pick<Dependencies, 'db' | 'secrets' | 'vendors'>,
  { label, credentials }: { label: string; credentials: unknown },
): Promise<string> {
  const parsed = parseDnsCredentials(credentials)
  const externalId = await numberOf(deps, parsed)
  const id = newId('dnsAccount')
  await deps.db
    .transaction(async (tx) => {
      await tx.insert(dnsAccounts).values({
        id,
        label,
        externalId,
        credentials: deps.secrets.seal(JSON.stringify(parsed), placeOf.dnsAccount(id)),
      })
      await noteDnsProbe(tx, id, { ok: true })
      await audit(tx, { actor: 'operator', action: 'dns_account.added', subject: id, data: { label } })
    })
    .catch((error: unknown) => {
      const broken = brokenConstraint(error)
      if (broken === 'dns_accounts_label') throw conflict(`There is an account named ${label} already.`)
      if (broken === 'dns_accounts_external_id')
        throw conflict('This account is here already under another name.')
      throw error
    })
  return id
}
