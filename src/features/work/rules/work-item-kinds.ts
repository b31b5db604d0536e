import { keysOf } from '#base/records/keys-of.ts'

/** Work items that one request answers at most. */
export const answersMax = 50

/** What the console calls each kind. */
const titles: Record<string, string> = {
  dkim_key: 'Make a DKIM key at Google',
  dkim_start: 'Start DKIM at Google',
  dkim_cnames: 'Make DKIM keys at Microsoft',
  dkim_enable: 'Switch DKIM on at Microsoft',
  tool_consent: 'Trust a sending tool',
  tool_upload: 'Upload mailboxes',
  tool_sign_in: 'Connect mailboxes',
  probe_mailbox: 'Add a probe mailbox',
  resume_billing: 'Resume at Stripe',
  subscription_gone: 'Subscription gone at Stripe',
}
export const workItemKinds = keysOf(titles)
export const workItemTitle = (kind: string): string => titles[kind] ?? kind.replaceAll('_', ' ')

/** Kinds whose answer has values: what a host's own page shows has to be typed. */
const kindsWithValues = ['dkim_key', 'dkim_cnames'] as const
export type KindWithValues = (typeof kindsWithValues)[number]
/** Nothing has to be typed: several are answered with one press. */
export const isAnsweredByDone = (kind: string): boolean => !kindsWithValues.some((one) => one === kind)
