import type { VendorBehavior } from './behavior.ts'
import { bison } from './bison/behavior.ts'
import { dns } from './dns/behavior.ts'
import { dnsimple } from './dnsimple/behavior.ts'
import { google } from './google/behavior.ts'
import { instantly } from './instantly/behavior.ts'
import { microsoft } from './microsoft/behavior.ts'
import { rdap } from './rdap/behavior.ts'
import { smartlead } from './smartlead/behavior.ts'
import { smtp } from './smtp/behavior.ts'
import { stripe } from './stripe/behavior.ts'
import type { VendorId } from './vendor-error.ts'

/** One that is missing does not compile. */
export const behaviors: Readonly<Record<VendorId, VendorBehavior>> = {
  microsoft,
  google,
  dnsimple,
  rdap,
  dns,
  stripe,
  instantly,
  smartlead,
  bison,
  smtp,
}
