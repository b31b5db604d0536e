import type { Routes } from '#base/http/binding.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import * as api from '../api/bulk-update.ts'
import type { BulkOperation } from '../rules/bulk-job.ts'
import type { UpdateTarget } from '../rules/left-out.ts'
import type { SmartleadAccess } from '../rules/smartlead.ts'
import type { BulkChange } from './bulk-change.ts'
import type { CleanSignatures } from './clean-signatures.ts'
import { fetchAccounts } from './fetch-accounts.ts'
import { findKeptCredentials, forgetCredentials } from './kept-credentials.ts'
import { presentSmartleadAccount } from './present-account.ts'
import { startBulkJob } from './start-bulk-job.ts'
import { maskAccess } from './stored-marker.ts'

interface UpdateBody {
  access: SmartleadAccess
  target: UpdateTarget<number>
}

/** Smartlead's wizard. */
export function smartleadRoutes(deps: Dependencies, signatures: CleanSignatures): Routes {
  const { db, secrets } = deps
  const start = (
    customerId: string,
    { access, target }: UpdateBody,
    operation: BulkOperation,
    change: BulkChange,
  ) =>
    startBulkJob(
      deps,
      customerId,
      { tool: 'smartlead', access },
      {
        operation,
        change,
        accounts:
          'leftOut' in target
            ? target
            : { ...target, named: [...new Set(target.named)].map((id) => ({ id: String(id) })) },
      },
    )

  return (bind) => {
    bind(api.smartleadToken, async ({ customer }) => {
      const kept = await findKeptCredentials(db, secrets, customer.id, 'smartlead')
      if (!kept) return { success: true, token: null }
      const access = maskAccess(secrets, customer.id, 'smartlead', kept.access)
      return {
        success: true,
        ...(access.kind === 'apiKey' ? { token: null, api_key: access.apiKey } : { token: access.token }),
        expiresAt: kept.expiresAt.toISOString(),
      }
    })

    bind(api.forgetSmartleadToken, async ({ customer }) => {
      await forgetCredentials(db, customer.id, 'smartlead')
      return { success: true }
    })

    bind(api.smartleadAccounts, async ({ customer, body }) => {
      const { domains, remember = true } = body
      const access = { tool: 'smartlead', access: body.access } as const
      const found = await fetchAccounts(deps, customer.id, access, { domains, remember })
      return { ...found, accounts: found.accounts.map(presentSmartleadAccount) }
    })

    bind(api.updateSmartleadWarmup, ({ customer, body }) => {
      const { maxEmailPerDay, isRampupEnabled, rampupValue, ...settings } = body.settings
      const warmup = {
        limit: maxEmailPerDay,
        increment: isRampupEnabled === false ? 0 : rampupValue,
        replyRatePercent: settings.replyRate,
        tag: settings.warmupTagIdentifier,
        alsoEnable: settings.status === 'ACTIVE',
      }
      return start(customer.id, body, 'update-warmup', { kind: 'settings', settings: { warmup } })
    })

    bind(api.updateSmartleadOutbound, ({ customer, body }) => {
      const { messagePerDay, minTimeToWaitInMins } = body.settings
      const outbound = { dailyLimit: messagePerDay, sendingGapMinutes: minTimeToWaitInMins }
      return start(customer.id, body, 'update-outbound', { kind: 'settings', settings: { outbound } })
    })

    bind(api.updateSmartleadTags, ({ customer, body }) =>
      start(customer.id, body, 'update-tags', { kind: 'tags', tags: body.tags }),
    )

    bind(api.updateSmartleadSignature, async ({ customer, body }) =>
      start(customer.id, body, 'update-signature', {
        kind: 'signatures',
        signatures: await signatures.safe(customer.id, [body.signature]),
      }),
    )
  }
}
