import type { Vendor, World } from '#vendors/sandbox/world.ts'
import { createAccount } from './account.ts'
import { createApi } from './api.ts'
import { dnsimpleSections } from './console.ts'
import { seedContacts } from './contacts.ts'
import { createDnsimpleControl } from './control.ts'

/** Registrar and DNS host, with two accounts of one operator. */
export function createDnsimple(world: World): Vendor {
  const account = createAccount(world)
  return {
    name: 'dnsimple',
    prefix: '/dnsimple',
    app: createApi(world),
    control: createDnsimpleControl(account),
    sections: () => dnsimpleSections(world, account),
    seed: () => seedContacts(world),
    tick: () => account.catchUp(),
  }
}
