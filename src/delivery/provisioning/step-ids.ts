import type { Holding } from './desired.ts'
import { isPaused } from './missing-when.ts'

/** Every step there is, in the order in which they are done. */
export const stepIds = [
  // towards a running name
  'register',
  'renewal_on',
  'zone',
  'place',
  'leave_host',
  'add_to_host',
  'delegation',
  'verify',
  'mail_records',
  'dkim_keys',
  // Behind everything that adds to the records, so that they are written together.
  'records',
  'dns_seen',
  'dkim_on',
  'mailboxes',
  // Before what takes a while and does not need it: the mail is on its way meanwhile.
  'proof',
  'photo',
  'tool',
  // Behind what sets limits when it connects.
  'cold_limit',
  'delivered',
  // towards nothing
  'disconnect',
  // towards standing still. First in the tool: one that meets a mailbox that its host lets nobody in to takes its
  // connection for broken, and somebody would have to sign in again.
  'pause_tool',
  'disable',
  'stop_redirect',
  'check_registration',
  'renewal_off',
  'purge',
  'release',
] as const
export type StepId = (typeof stepIds)[number]

/** Whatever else is missing or stuck, a name that is paused stops sending first. */
const stops: ReadonlySet<StepId> = new Set(['disable', 'pause_tool'])
const stopsFirst = stepIds.toSorted((a, b) => Number(stops.has(b)) - Number(stops.has(a)))

/** The steps in the order in which they are done for a holding. */
export const stepsFor = (holding: Holding): readonly StepId[] => (isPaused(holding) ? stopsFirst : stepIds)
