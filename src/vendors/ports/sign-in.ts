import type { SignInFailure, SignInRefusal, SignInStop } from '#features/tools/rules/sign-in-causes.ts'

/** What became of it. Whether the tool is connected, only the tool can say. */
export type SignInOutcome =
  /** The pages sent the browser back to the tool, and the tool has answered. */
  | { kind: 'finished'; finalHost: string }
  /** The code is Microsoft's (AADSTS…), where it said one. */
  | { kind: 'refused'; cause: SignInRefusal; code: number | null }
  /** `picture` is a PNG of the page, without what was typed. */
  | { kind: 'person'; cause: SignInStop; code: number | null; picture: Buffer | null }
  | { kind: 'failed'; reason: SignInFailure }

export interface SignInRequest {
  /** As it is to be opened (`openableLink`). It is a secret, and so is the password. */
  link: string
  address: string
  password: string
  /** Whose mailboxes take turns: Microsoft locks out who signs in too often at once. */
  tenant: string
}

/** Signs a mailbox in to the link of a sending tool, as a person would. */
export interface MailboxSignIn {
  /** One at a time for a tenant, the others wait. Rejects only with the signal's reason, once nothing is left open. */
  signIn(request: SignInRequest, signal: AbortSignal): Promise<SignInOutcome>
  /** Ends what is running, as failed, and waits until no browser is left. */
  close(): Promise<void>
}
