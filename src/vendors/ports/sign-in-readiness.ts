/** An app that someone wants to let in to mailboxes: a sending tool's, as its sign-in link names it. */
export interface SignInPreparation {
  /** From the link's `client_id` and `scope`. */
  clientId: string
  scopes: readonly string[]
  /** Whose app it is is known, so it may be let in for all mailboxes; otherwise a person does that. */
  mayConsent: boolean
  mailboxes: readonly { externalId: string; address: string }[]
}

/**
 * Whether signing in can end well. `needs_person`: what no API may do here, with a reason fit for the operator. SMTP
 * AUTH that was switched on just now reaches the mail servers some minutes later (5 to 30 at Microsoft), which no API
 * tells.
 */
export type SignInReadiness =
  | { state: 'ready' }
  | { state: 'needs_person'; needs: 'consent' | 'smtp_auth' | 'trust'; reason: string }

/** What comes between a password and the mailbox; undefined where it may not be read. */
export interface SignInInterrupts {
  securityDefaults: boolean | undefined
  /** `managed`: the vendor decides by itself whom it asks. */
  registrationCampaign: boolean | 'managed' | undefined
}
