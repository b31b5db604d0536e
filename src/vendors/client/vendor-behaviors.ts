import { bison } from '#vendors/bison/adapter/behavior.ts'
import { dns } from '#vendors/dns/adapter/behavior.ts'
import { dnsimple } from '#vendors/dnsimple/adapter/behavior.ts'
import { google } from '#vendors/google/adapter/behavior.ts'
import { instantly } from '#vendors/instantly/adapter/behavior.ts'
import { microsoft } from '#vendors/microsoft/adapter/behavior.ts'
import { rdap } from '#vendors/rdap/adapter/behavior.ts'
import { smartlead } from '#vendors/smartlead/adapter/behavior.ts'
import { smtp } from '#vendors/smtp/adapter/behavior.ts'
import { stripe } from '#vendors/stripe/adapter/behavior.ts'
import type { VendorBehavior } from './behavior.ts'
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
