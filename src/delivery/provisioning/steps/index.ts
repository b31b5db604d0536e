import type { Step } from '../step-context.ts'
import type { StepId } from '../step-ids.ts'
import { coldLimit } from './cold-limit.ts'
import { delivered } from './delivered.ts'
import { disconnect } from './disconnect.ts'
import { dkimKeys, dkimOn } from './dkim.ts'
import { addToHost, leaveHost, mailRecords, place, verify } from './mailbox-host.ts'
import { disableAll, mailboxes, purgeAll } from './mailboxes.ts'
import { pauseTool } from './pause-tool.ts'
import { photo } from './photo.ts'
import { proof } from './proof.ts'
import { delegation, dnsSeen } from './public-dns.ts'
import { records } from './records.ts'
import { checkRegistration, register, renewalOff, renewalOn } from './registration.ts'
import { release } from './release.ts'
import { tool } from './tool.ts'
import { stopRedirect, zone } from './zone.ts'

/** What is done for each step; when it is missing says `step-rules.ts`. */
export const steps: Record<StepId, Step> = {
  register,
  renewal_on: renewalOn,
  zone,
  place,
  leave_host: leaveHost,
  add_to_host: addToHost,
  delegation,
  verify,
  mail_records: mailRecords,
  dkim_keys: dkimKeys,
  records,
  dns_seen: dnsSeen,
  dkim_on: dkimOn,
  mailboxes,
  proof,
  photo,
  tool,
  cold_limit: coldLimit,
  delivered,
  disconnect,
  disable: disableAll,
  pause_tool: pauseTool,
  stop_redirect: stopRedirect,
  check_registration: checkRegistration,
  renewal_off: renewalOff,
  purge: purgeAll,
  release,
}
