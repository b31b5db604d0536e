import { probing } from '#vendors/client/probing.ts'
import type { VendorClientDependencies } from '#vendors/client/vendor-client.ts'
import { VendorError } from '#vendors/client/vendor-error.ts'
import type { MailboxHost } from '#vendors/ports/mailbox-hosts.ts'
import { type GoogleAccount, type GoogleUrls, mailSendScope } from './account.ts'
import { googleAlerts } from './google-alerts.ts'
import { createGoogleApi } from './google-api.ts'
import { googleDomains } from './google-domains.ts'
import { googleUsers } from './google-users.ts'
import { probeAccount } from './probe.ts'
import { sendProofMail } from './proof-mail.ts'

const noTrustApi = 'Google has no API to trust an app: a person does it in the admin console'

/** One Workspace account. It keeps its token: build it once for each account, not for each call. */
export function createGoogleHost(
  urls: GoogleUrls,
  account: GoogleAccount,
  dependencies: VendorClientDependencies,
): MailboxHost {
  const api = createGoogleApi(urls, account, dependencies)
  return {
    platform: 'google',
    dkimBy: 'person',
    ...googleDomains(api, account),
    ...googleUsers(api, account),
    ...googleAlerts(api),

    /** No API knows it: a person reads the record in the admin console, DNS shows what is published. */
    async dkim() {
      return { state: 'off', records: [] }
    },
    async ensureDkimKeys() {
      return { state: 'off', records: [] }
    },
    async enableDkim() {
      throw new VendorError({
        vendor: 'google',
        operation: 'enableDkim',
        kind: 'rejected',
        reason: 'a person starts DKIM in the admin console',
      })
    },

    /** Which apps are trusted is no API's: neither read nor changed, so a person is asked each time. */
    async prepareSignIn() {
      return { state: 'needs_person', needs: 'trust', reason: noTrustApi }
    },
    async signInInterrupts() {
      return { securityDefaults: undefined, registrationCampaign: undefined }
    },

    sendProofMail: (mail, ctx) => sendProofMail(api, mail, ctx),
    probe: (ctx) => probeAccount(api, account, ctx),
    probeSending: (ctx) => probing(() => api.asUser(account.adminEmail, mailSendScope, ctx)),
    probeConsent: async () => ({ ok: false, reason: noTrustApi, isAway: false }),
  }
}
