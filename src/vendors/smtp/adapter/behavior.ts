import { portTable, type VendorBehavior } from '#vendors/client/behavior.ts'
import type { Mailer } from '#vendors/ports/mail.ts'

export const smtp: VendorBehavior = {
  ports: [
    portTable<Mailer>('Mail server', {
      send: {
        refusals:
          '5.1.x at RCPT TO: about this recipient, final; any other 5xx: the operator’s; 4xx: passes; AUTH with 5xx: credentials',
        shownBy: [
          'reads what a relay refuses at its stage: %s as %s',
          'tells refusals apart by stage and enhanced code, not by what else they say',
        ],
      },
      probe: { shownBy: ['is probed with the credentials, which are written nowhere'] },
    }),
  ],
  states: [],
  refusals: [],
}
