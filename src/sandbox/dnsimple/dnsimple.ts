import type { Vendor, World } from '../world.ts'
import { createAccount } from './account.ts'
import { createApi } from './api.ts'
import { dnsimpleSections } from './console.ts'
import { seedContact } from './contacts.ts'
import { createDnsimpleControl } from './control.ts'

/** Registrar and DNS host, with one account. */
export function createDnsimple(world: World): Vendor {
  const account = createAccount(world)
  return {
    name: 'dnsimple',
    prefix: '/dnsimple',
    app: createApi(world, account),
    control: createDnsimpleControl(account),
    sections: () => dnsimpleSections(world, account),
    seed: () => seedContact(world, account),
    tick: () => account.catchUp(),
  }
}
