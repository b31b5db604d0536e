import type { Routes } from '#base/http/binding.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import type { BulkSettings } from '#vendors/ports/bulk-tools.ts'
import * as api from '../api/bulk-update.ts'
import type { InstantlySettings } from '../rules/instantly.ts'
import { nameKey } from '../rules/instantly.ts'
import type { InstantlyRequest } from '../rules/instantly-calls.ts'
import type { UpdateTarget } from '../rules/left-out.ts'
import type { BulkUpdate } from './bulk-change.ts'
import type { CleanSignatures } from './clean-signatures.ts'
import { fetchAccounts } from './fetch-accounts.ts'
import { findKeptCredentials, forgetCredentials } from './kept-credentials.ts'
import { presentInstantlyAccount } from './present-account.ts'
import { startBulkJob } from './start-bulk-job.ts'
import { maskAccess } from './stored-marker.ts'

type InstantlyUpdate = Exclude<InstantlyRequest, { operation: 'fetch-accounts' }>

/** Instantly's wizard. */
export function instantlyRoutes(deps: Dependencies, signatures: CleanSignatures): Routes {
  const { db, secrets } = deps

  async function updateOf(customerId: string, body: InstantlyUpdate): Promise<BulkUpdate> {
    const { operation } = body
    switch (operation) {
      case 'update-accounts': {
        const change = { kind: 'settings', settings: instantlySettings(body.settings) } as const
        return { operation, change, accounts: withIds(body.target) }
      }
      case 'enable-warmup':
        return { operation, change: { kind: 'warmup' }, accounts: withIds(body.target) }
      case 'update-signatures': {
        const { different, accounts } = groupSignatures(body)
        const safe = await signatures.safe(customerId, different)
        return { operation, change: { kind: 'signatures', signatures: safe }, accounts }
      }
    }
  }

  return (bind) => {
    bind(api.instantly, async ({ customer, body }) => {
      const access = { tool: 'instantly', access: body.access } as const
      if (body.operation === 'fetch-accounts') {
        const found = await fetchAccounts(deps, customer.id, access, body)
        return { ...found, accounts: found.accounts.map(presentInstantlyAccount) }
      }
      return startBulkJob(deps, customer.id, access, await updateOf(customer.id, body))
    })

    bind(api.instantlyCredentials, async ({ customer }) => {
      const kept = await findKeptCredentials(db, secrets, customer.id, 'instantly')
      if (!kept) return { success: true, credentials: null }
      const access = maskAccess(secrets, customer.id, 'instantly', kept.access)
      return {
        success: true,
        credentials:
          access.kind === 'apiKey'
            ? { cookie: '', org_auth: '', api_key: access.apiKey }
            : { cookie: access.cookie, org_auth: access.orgAuth },
        expiresAt: kept.expiresAt.toISOString(),
      }
    })

    bind(api.forgetInstantlyCredentials, async ({ customer }) => {
      await forgetCredentials(db, customer.id, 'instantly')
      return { success: true }
    })
  }
}

const isGiven = (values: object): boolean => Object.values(values).some((value) => value !== undefined)

function instantlySettings(settings: Partial<InstantlySettings>): BulkSettings {
  const warmup = {
    limit: settings.warmupLimit,
    increment: settings.warmupIncrement,
    replyRatePercent: settings.replyRate,
  }
  const outbound = { dailyLimit: settings.dailyLimit, sendingGapMinutes: settings.sendingGap }
  return { ...(isGiven(warmup) && { warmup }), ...(isGiven(outbound) && { outbound }) }
}

const withIds = (target: UpdateTarget<string>): BulkUpdate['accounts'] =>
  'leftOut' in target ? target : { ...target, named: target.named.map((id) => ({ id })) }

/** Each different signature once; of an account or a name that stands there twice the last counts. */
function groupSignatures({ target, byName }: Extract<InstantlyUpdate, { operation: 'update-signatures' }>): {
  different: string[]
  accounts: BulkUpdate['accounts']
} {
  const isList = 'leftOut' in target
  const typed = new Map(
    isList
      ? byName.map(({ name, signature }) => [nameKey(name), signature])
      : target.named.map(({ email, signature }) => [email, signature]),
  )
  const different = [...new Set(typed.values())]
  const index = new Map(different.map((signature, at) => [signature, at]))
  const indexes = [...typed].map(([key, signature]) => [key, index.get(signature) ?? 0] as const)
  return {
    different,
    accounts: isList
      ? { ...target, signatureOf: new Map(indexes) }
      : { ...target, named: indexes.map(([id, signature]) => ({ id, signature })) },
  }
}
