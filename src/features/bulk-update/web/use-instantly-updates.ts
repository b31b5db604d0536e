import { ApiError, call } from '#ui/api.ts'
import { toast } from '#ui/toast.ts'
import { instantly } from '../api/bulk-update.ts'
import { type InstantlyAccess, type InstantlySettings, instantlyMessages } from '../rules/instantly.ts'
import { type InstantlyBody, instantlyCredentials, instantlySettingsBody } from '../rules/instantly-calls.ts'
import { useBulkUpdate } from './bulk-jobs.ts'

interface InstantlyUpdatesOptions {
  access: InstantlyAccess
  userEmail: string
  /** The search that found the accounts. */
  fetchId: string | undefined
  /** Positions of its accounts that are left as they are. */
  leftOut: string
  settings: Partial<InstantlySettings>
}

const failWith = (failed: string) => ({
  failed,
  onRefused: (error: Error) =>
    toast.error(failed, error instanceof ApiError ? { description: error.message } : undefined),
})

const send = (body: InstantlyBody) => call(instantly, { body })

/** The three updates of the accounts that were chosen. */
export function useInstantlyUpdates({
  access,
  userEmail,
  fetchId,
  leftOut,
  settings,
}: InstantlyUpdatesOptions) {
  const who = { ...instantlyCredentials(access), userEmail, fetchId, leftOut }
  return {
    updateSettings: useBulkUpdate<void>({
      send: () => send({ operation: 'update-accounts', ...who, ...instantlySettingsBody(settings) }),
      ...failWith(instantlyMessages.settingsFailed),
    }),
    enableWarmup: useBulkUpdate<void>({
      send: () => send({ operation: 'enable-warmup', ...who }),
      ...failWith(instantlyMessages.warmupFailed),
    }),
    updateSignatures: useBulkUpdate({
      send: (signatures: { name: string; signature: string }[]) =>
        send({ operation: 'update-signatures', ...who, signatures }),
      ...failWith(instantlyMessages.signaturesFailed),
    }),
  }
}
