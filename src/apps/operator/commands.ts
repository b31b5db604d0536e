import { accountCommands } from './account-commands.ts'
import { brandCommands } from './brand-commands.ts'
import type { Command } from './command.ts'
import { connectCommand } from './connect-command.ts'
import { customerCommands } from './customer-commands.ts'
import { dnsAccountCommands } from './dns-account-commands.ts'
import { doctorCommand } from './doctor-command.ts'
import { holdCommands } from './hold-commands.ts'
import { importCommands } from './import-commands.ts'
import { mailCommands } from './mail-commands.ts'
import { mailboxCommands } from './mailbox-commands.ts'
import { moneyCommand } from './money-command.ts'
import { orderCommands } from './order-commands.ts'
import { plansCommands } from './plans-commands.ts'
import { postmasterCommands } from './postmaster-commands.ts'
import { probeCommands } from './probe-commands.ts'
import { refundCommand } from './refund-command.ts'
import { renewalCommand } from './renewal-command.ts'
import { secretsCommands } from './secrets-commands.ts'
import { staffCommands } from './staff-commands.ts'
import { unsettledRefundCommands } from './unsettled-refund-commands.ts'
import { workItemCommands } from './work-item-commands.ts'

/** Everything the operator can type. */
export const commands: readonly Command[] = [
  ...customerCommands,
  ...staffCommands,
  ...orderCommands,
  ...holdCommands,
  // Before the shorter name.
  ...unsettledRefundCommands,
  refundCommand,
  renewalCommand,
  moneyCommand,
  ...workItemCommands,
  connectCommand,
  ...accountCommands,
  ...dnsAccountCommands,
  ...probeCommands,
  ...postmasterCommands,
  ...plansCommands,
  ...brandCommands,
  ...importCommands,
  ...mailboxCommands,
  ...mailCommands,
  ...secretsCommands,
  doctorCommand,
]
