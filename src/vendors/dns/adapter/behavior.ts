import { portTable, type VendorBehavior } from '#vendors/client/behavior.ts'
import type { Dns } from '#vendors/ports/names.ts'

const record = {
  gone: 'missing, by NXDOMAIN or an empty answer alone; whatever else comes says nothing',
  shownBy: [
    'finds what is published',
    'says that a record is missing: %s',
    'does not know when the server fails (%s), and never calls it missing',
  ],
} as const

export const dns: VendorBehavior = {
  ports: [
    portTable<Dns>('Name servers', {
      nameServers: record,
      txt: record,
      mx: record,
      cname: record,
      addresses: record,
      ipv6Addresses: record,
      delegationSigners: {
        gone: record.gone,
        shownBy: [
          'tells the DS records that a parent zone has, whatever the name’s own servers answer',
          'does not know of DS records when the server fails (%s)',
        ],
      },
    }),
  ],
  states: [],
  refusals: [],
}
